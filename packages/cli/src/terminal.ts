import { styleText } from 'node:util';

/** A colour or weight `paint` knows. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** Where a command writes. Tests pass one that collects. */
export interface Terminal {
  /** Results: what a pipe should receive. */
  out(text: string): void;
  /** Notes and errors: what a person should see even when results go into a pipe. */
  err(text: string): void;
  /** Characters in a line. */
  readonly columns: number;
  /** Whether `paint` colours; for libraries that colour themselves. */
  readonly colour: boolean;
  /** The text in a style, or as it is where colours are off. */
  paint(style: Style | readonly Style[], text: string): string;
}

/** The terminal of this process. Colours only on a terminal, never under NO_COLOR, always under FORCE_COLOR. */
export function processTerminal(): Terminal {
  const colour = wantsColour(process.env, process.stdout.isTTY === true);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    columns: process.stdout.columns ?? 80,
    colour,
    paint: painter(colour),
  };
}

/** The conventions of no-color.org: NO_COLOR wins when set and not empty. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}

/** The `paint` of a terminal with or without colours. */
export function painter(colour: boolean): Terminal['paint'] {
  if (!colour) return (_style, text) => text;
  return (style, text) => styleText(style as Style | Style[], text, { validateStream: false });
}
