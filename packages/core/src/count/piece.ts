import { CASELESS, type Classes, classAt, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER, WIDE } from './classes.ts';

/**
 * Where the piece that begins at `at` ends: what the o200k_base split pattern would match there, found by looking at each byte about once.
 * ASCII is settled here, the rest by class.
 */
export function pieceEnd(classes: Classes, bytes: Uint8Array, view: DataView, at: number, end: number): number {
  const byByte = classes.byByte;
  const first = byByte[bytes[at] as number] as number;
  const word = first === OTHER || first === SPACE ? at + 1 : at;
  let next = word;
  let kind = byByte[bytes[next] as number] as number;
  while (kind === UPPER) kind = byByte[bytes[++next] as number] as number;
  if (kind === LOWER) {
    next = asciiLowerEnd(view, next);
    kind = byByte[bytes[next] as number] as number;
  }
  if (kind === WIDE) return wideEnd(classes, bytes, at, end);
  if (next > word) return bytes[next] === 0x27 ? contractionEnd(bytes, next, end) : next;
  if (first === NUMBER) return asciiNumberEnd(classes, bytes, at, end);
  if (first === OTHER || (kind === OTHER && bytes[at] === 0x20)) return asciiSymbolsEnd(classes, bytes, at, end);
  return asciiSpaceEnd(classes, bytes, at, end);
}

/** Where the ASCII lower case letters from `at` on end, four bytes a step. */
function asciiLowerEnd(view: DataView, at: number): number {
  for (let next = at; ; next += 4) {
    const word = view.getInt32(next, true);
    const low = word & 0x7f7f7f7f;
    const others = ((low + 0x1f1f1f1f) & ~(low + 0x05050505) & ~word & HIGH_BITS) ^ HIGH_BITS;
    if (others !== 0) return next + ((31 - Math.clz32(others & -others)) >> 3);
  }
}

const HIGH_BITS = 0x80808080 | 0;

function asciiNumberEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  const second = classes.byByte[bytes[at + 1] as number] as number;
  if (second === WIDE) return wideEnd(classes, bytes, at, end);
  if (second !== NUMBER) return at + 1;
  const third = classes.byByte[bytes[at + 2] as number] as number;
  if (third === WIDE) return wideEnd(classes, bytes, at, end);
  return third === NUMBER ? at + 3 : at + 2;
}

/** A blank or a symbol, then symbols, then line ends and slashes. */
function asciiSymbolsEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  let next = at + 1;
  while (next < end && classes.byByte[bytes[next] as number] === OTHER) next++;
  if (next < end && classes.byByte[bytes[next] as number] === WIDE) return wideEnd(classes, bytes, at, end);
  return lineEndsAfter(bytes, next, end);
}

function asciiSpaceEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  let afterNewline = -1;
  for (; next < end; next++) {
    const kind = classes.byByte[bytes[next] as number] as number;
    if (kind === NEWLINE) afterNewline = next + 1;
    else if (kind === WIDE) return wideEnd(classes, bytes, at, end);
    else if (kind !== SPACE) break;
  }
  if (afterNewline >= 0) return afterNewline;
  return next < end && next - 1 > at ? next - 1 : next;
}

function lineEndsAfter(bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end && (bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x2f)) next++;
  return next;
}

/** The alternatives of the pattern in their order, for any characters. */
function wideEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  const seen = classAt(classes, bytes, at);
  const kind = seen & 15;
  const after = at + (seen >> 4);
  if (kind === NUMBER) return numberEnd(classes, bytes, after, end);
  if (kind === UPPER || kind === LOWER || kind === CASELESS) {
    const word = wordEnd(classes, bytes, at, end);
    return contractionEnd(bytes, word < 0 ? ~word : word, end);
  }
  if (kind !== NEWLINE) {
    const word = prefixedWordEnd(classes, bytes, at, after, end, kind);
    if (word >= 0) return contractionEnd(bytes, word, end);
  }
  const symbols = symbolsEnd(classes, bytes, bytes[at] === 0x20 ? at + 1 : at, end);
  return symbols >= 0 ? symbols : spaceEnd(classes, bytes, at, end);
}

/** A word after one character that is neither letter, number nor line end; a mark may also begin the word itself. -1: no word. */
function prefixedWordEnd(classes: Classes, bytes: Uint8Array, at: number, after: number, end: number, kind: number): number {
  const word = after < end ? wordEnd(classes, bytes, after, end) : NO_WORD;
  if (word >= 0) return word;
  if (kind === MARK) {
    const marked = wordEnd(classes, bytes, at, end);
    if (marked >= 0) return marked;
  }
  return word === NO_WORD ? -1 : ~word;
}

const NO_WORD = -0x80000000;

/**
 * Upper or caseless, then at least one lower or caseless: the end of that. Where only upper case letters stand, the complement of
 * their end (the second alternative of the pattern); where no word stands, NO_WORD.
 */
function wordEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  let lastCaseless = -1;
  while (next < end) {
    const seen = classAt(classes, bytes, next);
    const kind = seen & 15;
    if (kind === LOWER) return lowerEnd(classes, bytes, next, end);
    if (kind !== UPPER && kind !== CASELESS && kind !== MARK) break;
    next += seen >> 4;
    if (kind !== UPPER) lastCaseless = next;
  }
  if (lastCaseless >= 0) return lastCaseless;
  return next > at ? ~next : NO_WORD;
}

function lowerEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end) {
    const seen = classAt(classes, bytes, next);
    const kind = seen & 15;
    if (kind !== LOWER && kind !== CASELESS && kind !== MARK) break;
    next += seen >> 4;
  }
  return next;
}

/** One to three numbers; the first is behind us. */
function numberEnd(classes: Classes, bytes: Uint8Array, after: number, end: number): number {
  let next = after;
  for (let more = 2; more > 0 && next < end; more--) {
    const seen = classAt(classes, bytes, next);
    if ((seen & 15) !== NUMBER) break;
    next += seen >> 4;
  }
  return next;
}

/** Symbols and marks with the line ends and slashes behind them, or -1. */
function symbolsEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end) {
    const seen = classAt(classes, bytes, next);
    const kind = seen & 15;
    if (kind !== OTHER && kind !== MARK) break;
    next += seen >> 4;
  }
  if (next === at) return -1;
  return lineEndsAfter(bytes, next, end);
}

/** White space up to its last line end; without one, all of it but the character that belongs to what follows. */
function spaceEnd(classes: Classes, bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  let afterNewline = -1;
  let last = at;
  while (next < end) {
    const seen = classAt(classes, bytes, next);
    const kind = seen & 15;
    if (kind !== SPACE && kind !== NEWLINE) break;
    last = next;
    next += seen >> 4;
    if (kind === NEWLINE) afterNewline = next;
  }
  if (afterNewline >= 0) return afterNewline;
  return next < end && last > at ? last : next;
}

/** Takes 's 't 'm 'd 're 've 'll of any case behind a word; the long s folds to s. */
function contractionEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== 0x27) return at;
  const first = bytes[at + 1] as number;
  const second = bytes[at + 2] as number;
  if (first === 0xc5 && second === 0xbf) return at + 3;
  const pair = (lowerCase(first) << 8) | lowerCase(second);
  if (at + 2 < end && (pair === 0x7265 || pair === 0x7665 || pair === 0x6c6c)) return at + 3;
  const letter = pair >> 8;
  return letter === 0x73 || letter === 0x74 || letter === 0x6d || letter === 0x64 ? at + 2 : at;
}

function lowerCase(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}
