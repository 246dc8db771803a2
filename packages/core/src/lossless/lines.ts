import { type Gutter, gutterLength, guttersOf } from './gutter.ts';

/** The lines of a text as places in it, each with a hash. `split` and `join` by '\n' are its inverse. */
export interface Lines {
  readonly text: string;
  readonly count: number;
  /** Where each line's words start (after its gutter, if that was left out) and end. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly hashes: Int32Array;
  /** What to add to a 0-based place to get the number people see: a gutter's own numbers, else 1. */
  readonly shift: number;
  /** Gutters that were left out. */
  readonly gutters: readonly Gutter[];
}

/** The lines of a text, gutters not among their words. */
export function linesOf(text: string, gutters: readonly Gutter[] = []): Lines {
  const count = countLines(text);
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  const hashes = new Int32Array(count);
  let at = 0;
  let next = 0;
  for (let line = 0; line < count; line++) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    let gutter = gutters[next];
    if (gutter !== undefined && line >= gutter.from + gutter.count) gutter = gutters[++next];
    const start = gutter !== undefined && line >= gutter.from ? at + gutterLength(gutter, line - gutter.from) : at;
    starts[line] = start;
    ends[line] = end;
    hashes[line] = hashOf(text, start, end);
    at = end + 1;
  }
  return { text, count, starts, ends, hashes, shift: shiftOf(gutters[0]), gutters };
}

function shiftOf(gutter: Gutter | undefined): number {
  return gutter === undefined || gutter.first <= gutter.from ? 1 : gutter.first - gutter.from;
}

/** The lines of a text with all gutters left out: what references to lines count in. */
export function bareLinesOf(text: string): Lines {
  return linesOf(text, guttersOf(text));
}

/** One line's words. */
export function lineAt({ text, starts, ends }: Lines, line: number): string {
  return text.slice(starts[line], ends[line]);
}

/** Characters of lines `from` up to but not `to`, line feeds included. */
export function charsOf({ starts, ends }: Lines, from: number, to: number): number {
  let chars = 0;
  for (let line = from; line < to; line++) chars += (ends[line] as number) - (starts[line] as number) + 1;
  return chars;
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** A line's hash. Not against an attacker: what it finds is compared. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5 ^ (end - start);
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
