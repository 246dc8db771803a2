import { painter, type Terminal } from './terminal.ts';

/** A terminal that keeps what was written, for tests. */
export function recordingTerminal({ colour = false, columns = 80 } = {}): Terminal & { output(): string; errors(): string } {
  const output: string[] = [];
  const errors: string[] = [];
  return {
    out: (text) => void output.push(text),
    err: (text) => void errors.push(text),
    columns,
    colour,
    paint: painter(colour),
    output: () => output.join(''),
    errors: () => errors.join(''),
  };
}
