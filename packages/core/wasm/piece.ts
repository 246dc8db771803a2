// Where an ASCII piece ends, as in src/count/piece.ts, sixteen bytes of a word at a time.
import { classOf, contractionEnd, lineEndsAfter } from './characters';
import { LOWER, NEWLINE, NUMBER, OTHER, SPACE, UPPER, WIDE } from './ground';
import { wideEnd } from './wide';

export function pieceEnd(at: u32, end: u32): u32 {
  const first = classOf(at);
  const word = at + u32(first === OTHER || first === SPACE);
  let next = word;
  let kind = classOf(next);
  while (kind === UPPER) kind = classOf(++next);
  if (kind === LOWER) {
    next = lowerEnd(next);
    kind = classOf(next);
  }
  if (kind === WIDE) return wideEnd(at, end);
  if (next > word) return load<u8>(next) === 0x27 ? contractionEnd(next, end) : next;
  if (first === NUMBER) return numberEnd(at, end);
  if (first === OTHER || (kind === OTHER && load<u8>(at) === 0x20)) return symbolsEnd(at, end);
  return spaceEnd(at, end);
}

function lowerEnd(at: u32): u32 {
  let next = at;
  while (true) {
    const letters = i8x16.sub(v128.load(next), i8x16.splat(0x61));
    const others = ~i8x16.bitmask(i8x16.lt_u(letters, i8x16.splat(26))) & 0xffff;
    if (others !== 0) return next + ctz(others);
    next += 16;
  }
}

function numberEnd(at: u32, end: u32): u32 {
  const second = classOf(at + 1);
  if (second === WIDE) return wideEnd(at, end);
  if (second !== NUMBER) return at + 1;
  const third = classOf(at + 2);
  if (third === WIDE) return wideEnd(at, end);
  return third === NUMBER ? at + 3 : at + 2;
}

function symbolsEnd(at: u32, end: u32): u32 {
  let next = at + 1;
  while (next < end && classOf(next) === OTHER) next++;
  if (next < end && classOf(next) === WIDE) return wideEnd(at, end);
  return lineEndsAfter(next, end);
}

function spaceEnd(at: u32, end: u32): u32 {
  let next = at;
  let afterNewline: u32 = 0;
  for (; next < end; next++) {
    const kind = classOf(next);
    if (kind === NEWLINE) afterNewline = next + 1;
    else if (kind === WIDE) return wideEnd(at, end);
    else if (kind !== SPACE) break;
  }
  if (afterNewline !== 0) return afterNewline;
  return next < end && next - 1 > at ? next - 1 : next;
}
