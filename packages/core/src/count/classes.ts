import type { SharedMemory } from './shared-memory.ts';

/** Symbols, punctuation, controls, unassigned: what no other class names. */
export const OTHER = 0;
/** Upper and title case letters. */
export const UPPER = 1;
/** Lower case letters. */
export const LOWER = 2;
/** Letters without case: the split pattern takes them for either. */
export const CASELESS = 3;
/** Combining marks. */
export const MARK = 4;
/** Numbers of every kind. */
export const NUMBER = 5;
/** White space but line ends. */
export const SPACE = 6;
/** Carriage return and line feed. */
export const NEWLINE = 7;
/** The first byte of a character beyond ASCII: its class needs the whole character. */
export const WIDE = 8;

/** What the split pattern needs to know of every character, pinned to the Unicode version the vocabulary was cut with. */
export interface Classes {
  /** Class by first byte of a character. */
  readonly byByte: Uint8Array;
  /** Which page of `pages` holds the 256 code points from `index << 8`. */
  readonly pageOf: Uint16Array;
  /** Class by page and low byte of the code point. */
  readonly pages: Uint8Array;
}

const CODE_POINTS = 0x110000;
/** Pages 0 to 7 are wholly of the class of that number. */
const UNIFORM_PAGES = 8;

/** Unfolds the run-length coded classes into two stages in `memory`; pages of one class are shared. */
export function unfoldClasses(runs: Uint8Array, memory: SharedMemory): Classes {
  const pageBytes = memory.table('pageOf');
  const pageOf = new Uint16Array(pageBytes.buffer, pageBytes.byteOffset, CODE_POINTS >> 8);
  const pages = memory.table('pages');
  for (let kind = 0; kind < UNIFORM_PAGES; kind++) pages.fill(kind, kind << 8, (kind + 1) << 8);
  let used = UNIFORM_PAGES;
  let point = 0;
  for (let at = 0; at < runs.length; ) {
    const kind = runs[at++] as number;
    let length = 0;
    for (let shift = 0, group = 0x80; group >= 0x80; shift += 7) {
      group = runs[at++] as number;
      length |= (group & 0x7f) << shift;
    }
    for (const end = point + length; point < end; ) {
      const page = point >>> 8;
      const pageEnd = (page + 1) << 8;
      const stop = Math.min(end, pageEnd);
      if (stop - point === 256) pageOf[page] = kind;
      else {
        if ((point & 0xff) === 0) pageOf[page] = used++;
        const base = (pageOf[page] as number) << 8;
        pages.fill(kind, base + (point & 0xff), base + (stop - (page << 8)));
      }
      point = stop;
    }
  }
  const byByte = memory.table('byByte').fill(WIDE);
  for (let byte = 0; byte < 128; byte++) byByte[byte] = pages[((pageOf[0] as number) << 8) | byte] as number;
  return { byByte, pageOf, pages };
}

/** Class of the character at `at` in the low four bits, its length in bytes above them. The bytes are well-formed UTF-8. */
export function classAt(classes: Classes, bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return (classes.byByte[lead] as number) | 0x10;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return pagedClass(classes, ((lead & 0x1f) << 6) | second) | 0x20;
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) return pagedClass(classes, ((lead & 0x0f) << 12) | (second << 6) | third) | 0x30;
  const fourth = (bytes[at + 3] as number) & 0x3f;
  return pagedClass(classes, ((lead & 7) << 18) | (second << 12) | (third << 6) | fourth) | 0x40;
}

function pagedClass(classes: Classes, point: number): number {
  return classes.pages[((classes.pageOf[point >>> 8] as number) << 8) | (point & 0xff)] as number;
}
