import type { Screen } from '../terminal.ts';

const MARGIN = 2;

/** Characters a drawing may use on a screen: 76 at most, so that it can be posted anywhere. */
export function pageWidth({ columns }: Screen): number {
  return Math.max(20, Math.min(76, columns - 2 * MARGIN));
}

/** Lines with a margin, as text. */
export function page(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '\n' : `${' '.repeat(MARGIN)}${line}\n`)).join('');
}
