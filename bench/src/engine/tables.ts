import { cpus, loadavg } from 'node:os';

/** A section under the machine it was measured on. */
export function section(heading: string, ...blocks: readonly string[]): string {
  const busy = isBusy()
    ? ' The machine was shared with other work: times are processor time, and longer than on a quiet one.'
    : '';
  const machine = `${cpus()[0]?.model ?? 'an unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
  const measured = `\`npm run bench:engine\` on ${machine}, load ${loadavg()[0]?.toFixed(1)} at the end.${busy}`;
  return [heading, measured, ...blocks].join('\n\n');
}

function isBusy(): boolean {
  return (loadavg()[0] ?? 0) > cpus().length;
}

/** A number of tokens as people write it. */
export function tokens(value: number): string {
  return value.toLocaleString('en-US');
}

/** A share as percents. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
