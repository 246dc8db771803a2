// Where a piece with any characters ends, as in src/count/piece.ts.
import { classAt, contractionEnd, lineEndsAfter } from './characters';
import { CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from './ground';

export function wideEnd(at: u32, end: u32): u32 {
  const seen = classAt(at);
  const kind = seen & 15;
  const after = at + (seen >> 4);
  if (kind === NUMBER) return wideNumberEnd(after, end);
  if (kind === UPPER || kind === LOWER || kind === CASELESS) {
    const word = wordEnd(at, end);
    return contractionEnd(word < 0 ? ~word : word, end);
  }
  if (kind !== NEWLINE) {
    const word = prefixedWordEnd(at, after, end, kind);
    if (word >= 0) return contractionEnd(word, end);
  }
  const symbols = wideSymbolsEnd(load<u8>(at) === 0x20 ? at + 1 : at, end);
  return symbols !== 0 ? symbols : wideSpaceEnd(at, end);
}

const NO_WORD: i32 = i32.MIN_VALUE;

function prefixedWordEnd(at: u32, after: u32, end: u32, kind: u32): i32 {
  const word = after < end ? wordEnd(after, end) : NO_WORD;
  if (word >= 0) return word;
  if (kind === MARK) {
    const marked = wordEnd(at, end);
    if (marked >= 0) return marked;
  }
  return word === NO_WORD ? -1 : ~word;
}

function wordEnd(at: u32, end: u32): i32 {
  let next = at;
  let lastCaseless: i32 = -1;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind === LOWER) return wideLowerEnd(next, end);
    if (kind !== UPPER && kind !== CASELESS && kind !== MARK) break;
    next += seen >> 4;
    if (kind !== UPPER) lastCaseless = next;
  }
  if (lastCaseless >= 0) return lastCaseless;
  return next > at ? ~(<i32>next) : NO_WORD;
}

function wideLowerEnd(at: u32, end: u32): u32 {
  let next = at;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind !== LOWER && kind !== CASELESS && kind !== MARK) break;
    next += seen >> 4;
  }
  return next;
}

function wideNumberEnd(after: u32, end: u32): u32 {
  let next = after;
  for (let more = 2; more > 0 && next < end; more--) {
    const seen = classAt(next);
    if ((seen & 15) !== NUMBER) break;
    next += seen >> 4;
  }
  return next;
}

/** 0: no symbols. */
function wideSymbolsEnd(at: u32, end: u32): u32 {
  let next = at;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind !== OTHER && kind !== MARK) break;
    next += seen >> 4;
  }
  return next === at ? 0 : lineEndsAfter(next, end);
}

function wideSpaceEnd(at: u32, end: u32): u32 {
  let next = at;
  let afterNewline: u32 = 0;
  let last = at;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind !== SPACE && kind !== NEWLINE) break;
    last = next;
    next += seen >> 4;
    if (kind === NEWLINE) afterNewline = next;
  }
  if (afterNewline !== 0) return afterNewline;
  return next < end && last > at ? last : next;
}
