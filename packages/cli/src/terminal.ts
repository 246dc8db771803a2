import { styleText } from 'node:util';

/** A colour or weight `paint` knows. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** One of the two places a command writes to. */
export interface Screen {
  write(text: string): void;
  /** Characters in a line. */
  readonly columns: number;
  /** Whether `paint` colours; for drawings that need letters where there are no colours. */
  readonly colour: boolean;
  /** True where somebody watches and a line may be drawn again; false in a pipe or file. */
  readonly live: boolean;
  /** The text in a style, or as it is where colours are off. */
  paint(style: Style | readonly Style[], text: string): string;
}

/** Where a command writes. Tests pass one that collects. */
export interface Terminal {
  /** Results: what a pipe should receive. */
  readonly out: Screen;
  /** Notes, progress and errors: what a person should see even when results go into a pipe. */
  readonly err: Screen;
}

/** The terminal of this process. Colours only on a terminal, never under NO_COLOR or when `plain`, always under FORCE_COLOR. */
export function processTerminal(plain = false): Terminal {
  return { out: screenOf(process.stdout, plain), err: screenOf(process.stderr, plain) };
}

function screenOf(stream: NodeJS.WriteStream, plain: boolean): Screen {
  const live = stream.isTTY === true;
  const colour = !plain && wantsColour(process.env, live);
  const columns = stream.columns || Number(process.env.COLUMNS) || 80;
  return { write: (text) => void stream.write(text), columns, colour, live, paint: painter(colour) };
}

/** The conventions of no-color.org: NO_COLOR wins when set and not empty. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}

/** The `paint` of a screen with or without colours. */
export function painter(colour: boolean): Screen['paint'] {
  if (!colour) return (_style, text) => text;
  return (style, text) => styleText(style as Style | Style[], text, { validateStream: false });
}
