// Pieces that are no token, as in src/count/unknown-piece.ts.
import { segmentEnd } from './bridges';
import { enterMiddle, enterShort } from './enter';
import { LONGEST, REMEMBERED, registers } from './ground';
import { knownSegment } from './lookup';
import { memorize, pieceHash, recalled } from './memo';
import { merged } from './merge';

export function unknownPiece(at: u32, end: u32): u32 {
  const length = end - at;
  if (length > LONGEST) return countSegments(at, end);
  if (length <= 16 && hasRoom()) {
    const tokens = countSegments(at, end);
    remember(at, length, tokens);
    return tokens;
  }
  if (length < 4) return countSegments(at, end);
  const hash = pieceHash(at, length);
  const met = recalled(hash, at, length);
  if (met !== 0) return met;
  const tokens = countSegments(at, end);
  memorize(hash, at, length, tokens);
  return tokens;
}

function countSegments(start: u32, end: u32): u32 {
  let to = segmentEnd(start, end);
  if (to === end) return merged(start, end);
  let tokens = countSegment(start, to);
  while (to < end) {
    const from = to;
    to = segmentEnd(from, end);
    tokens += countSegment(from, to);
  }
  return tokens;
}

function countSegment(at: u32, end: u32): u32 {
  const length = end - at;
  if (length > 16) return merged(at, end);
  const met = knownSegment(at, length);
  if (met !== 0) return met;
  const tokens = merged(at, end);
  if (hasRoom()) remember(at, length, tokens);
  return tokens;
}

/** Room for pieces among the tokens is in the registers 3 and 4. */
function hasRoom(): bool {
  return load<i32>(registers, 12) > 0 && load<i32>(registers, 16) > 0;
}

function remember(at: u32, length: u32, tokens: u32): void {
  const room = registers + (length <= 8 ? 12 : 16);
  store<i32>(room, load<i32>(room) - 1);
  if (length <= 8) enterShort(at, length, REMEMBERED | tokens);
  else enterMiddle(at, length, REMEMBERED | tokens);
}
