import { styleText } from 'node:util';

/** A colour or weight `paint` knows. */
export type Style = Extract<Parameters<typeof styleText>[0], string>;

/** One of the two places a command writes to. */
export interface Screen {
  /** Words for people. What could drive the terminal is taken out of them, but for styles: whoever wrote a title or a file does not get to. */
  write(text: string): void;
  /** What goes into a file or a pipe, as it is; where somebody watches, like words for people. */
  deliver(text: string): void;
  /** One JSON object on a line of its own. */
  writeJson(value: unknown): void;
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
  return createScreen((text) => void stream.write(text), { columns, colour, live });
}

/** A screen of that shape, whose text goes there. */
export function createScreen(put: (text: string) => void, shape: Pick<Screen, 'columns' | 'colour' | 'live'>): Screen {
  const write = (text: string) => put(text.replace(DRIVING, '$<own>'));
  return {
    ...shape,
    write,
    deliver: shape.live ? write : put,
    writeJson: (value) => put(`${JSON.stringify(value).replace(UNSEEN, escaped)}\n`),
    paint: painter(shape.colour),
  };
}

/** Characters that terminals obey or that turn the order of letters; styles and a line that is drawn again are our own. */
const DRIVING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about.
  /(?<own>[\n\t]|\r?\u001b\[K|\u001b\[(?:[12]|22|[39]\d)m)|[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The same where JSON leaves them as they are. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
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
