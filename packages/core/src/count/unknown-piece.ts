import { segmentEnd } from './bridges.ts';
import { LONGEST_REMEMBERED, pieceHash } from './memo.ts';
import type { Tables } from './tables.ts';
import { hasRoom, knownCount, remember } from './vocabulary.ts';

/** Tokens of a piece that is no token itself: looked up among those met before, else worked out and remembered. */
export function unknownPiece(known: Tables, view: DataView, at: number, end: number): number {
  const { vocabulary, memo } = known;
  const length = end - at;
  if (length > LONGEST_REMEMBERED) return countSegments(known, view, at, end);
  if (length <= 16 && hasRoom(vocabulary)) {
    const count = countSegments(known, view, at, end);
    remember(vocabulary, view, at, length, count);
    return count;
  }
  if (length < 4) return countSegments(known, view, at, end);
  const hash = pieceHash(view, at, length);
  const met = memo.get(hash, view, at, length);
  if (met !== 0) return met;
  const count = countSegments(known, view, at, end);
  memo.set(hash, view, at, length, count);
  return count;
}

/** Tokens of a piece, worked out in parts that nothing joins: where blanks are rare, the parts repeat much more than the pieces. */
export function countSegments(known: Tables, view: DataView, start: number, end: number): number {
  const { vocabulary, merge } = known;
  let to = segmentEnd(vocabulary.bridges, view, start, end);
  if (to === end) return merge.whole(view, start, end);
  let count = countSegment(known, view, start, to);
  while (to < end) {
    const from = to;
    to = segmentEnd(vocabulary.bridges, view, from, end);
    count += countSegment(known, view, from, to);
  }
  return count;
}

function countSegment({ vocabulary, merge }: Tables, view: DataView, at: number, end: number): number {
  const length = end - at;
  if (length > 16) return merge.whole(view, at, end);
  const met = knownCount(vocabulary, view, at, length);
  if (met !== 0) return met;
  const count = merge.whole(view, at, end);
  if (hasRoom(vocabulary)) remember(vocabulary, view, at, length, count);
  return count;
}
