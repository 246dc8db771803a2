/** Stands alone where a file's content is all there above; its wording is fixed. */
export const ALREADY_PROVIDED = '⟨ File content already provided above ⟩';
/** Opens a part whose own text would read like one of our marks. */
export const LITERAL = '⟨ Literal ⟩';
/** Opens a result that was a list of one text, as some wires carry it. */
export const BLOCK = '⟨ Block ⟩';
/** Opens a line that stands for lines above. */
export const COPIED = '↑';

/** How all heads of folded parts begin; a part that does not begin so is what it seems. */
const OPENINGS = [
  '⟨ Reference: See message #',
  ALREADY_PROVIDED,
  '⟨ Consolidated ',
  '⟨ Lines ',
  '⟨ Repeats ',
  '⟨ JSON ',
  '⟨ Paths ',
  LITERAL,
  BLOCK,
] as const;

/** True for text a decoder would take for a fold. */
export function looksFolded(text: string): boolean {
  return text.startsWith('⟨ ') && OPENINGS.some((opening) => text.startsWith(opening));
}

/** A place text can be copied from: a message by its position in the transcript, and which of its readable parts. */
export interface CopiedFrom {
  readonly message: number;
  /** 1 for the first readable part of the message. */
  readonly part: number;
}

/** What a reference tells its reader. */
export interface Reference {
  readonly place: CopiedFrom;
  /** Tool and path or command, in a few words. */
  readonly what: string;
  /** Numbers of the lines meant, both included; absent = all. */
  readonly lines?: readonly [number, number];
  /** Messages between the reader's place and the origin. */
  readonly ago: number;
}

/** `⟨ Reference: See message #{index} for {description} ⟩` for text that is all there above. */
export function referenceMark({ place, what, lines, ago }: Reference): string {
  const which = lines === undefined ? 'all lines' : lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}-${lines[1]}`;
  return `⟨ Reference: See message #${place.message} for ${partName(place)}${plain(what)}, ${which}, ${since(ago)} ⟩`;
}

/** The head of a part some of whose lines stand above. */
export function copiedHead({ place, what, ago }: Reference): string {
  return `⟨ Reference: See message #${place.message} for ${partName(place)}${COPIED_LINES}${plain(what)}, ${since(ago)} ⟩`;
}

/** `⟨ Consolidated N operations: <summary> ⟩`. */
export function consolidatedMark(count: number, summary: string): string {
  return `⟨ Consolidated ${count} operations: ${plain(summary)} ⟩`;
}

const REFERENCE = /^⟨ Reference: See message #(\d+) for (?:part (\d+), )?(.*), (\d+) messages? ago ⟩$/u;
const COPIED_LINES = `lines ${COPIED}a-b: `;
const WHICH = /, (?:all lines|lines? (-?\d+)(?:-(\d+))?)$/u;

/** What a line says if it is a reference; `copied` when it is the head of a part with copied lines. */
export function readReference(line: string): (Reference & { readonly copied: boolean }) | null {
  const found = REFERENCE.exec(line);
  if (found === null) return null;
  const [, message, part = '1', rest = '', ago] = found;
  const base = { place: { message: Number(message), part: Number(part) }, ago: Number(ago) };
  if (rest.startsWith(COPIED_LINES)) return { ...base, what: rest.slice(COPIED_LINES.length), copied: true };
  const which = WHICH.exec(rest);
  if (which === null) return null;
  const what = rest.slice(0, which.index);
  if (which[1] === undefined) return { ...base, what, copied: false };
  return { ...base, what, copied: false, lines: [Number(which[1]), Number(which[2] ?? which[1])] };
}

function partName({ part }: CopiedFrom): string {
  return part === 1 ? '' : `part ${part}, `;
}

function since(ago: number): string {
  return ago === 1 ? '1 message ago' : `${ago} messages ago`;
}

const LONGEST = 60;

/** Words that cannot end a mark or a line, nor be read as what stands before them. */
function plain(words: string): string {
  const clean = words
    .replace(/[\s⟨⟩↑\p{Cc}]+/gu, ' ')
    .replace(/^\s*part (?=\d)/u, '')
    .trim()
    .toWellFormed();
  return clean.length <= LONGEST
    ? clean
    : `${clean
        .slice(0, LONGEST - 1)
        .toWellFormed()
        .replace(/\uFFFD$/u, '')}…`;
}
