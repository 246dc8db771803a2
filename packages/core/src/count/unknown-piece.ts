import { LONGEST_REMEMBERED, pieceHash } from './memo.ts';
import type { Tables } from './tables.ts';
import { hasRoom, remember } from './vocabulary.ts';

/** Tokens of a piece that is no token itself: looked up among those met before, else worked out and remembered. */
export function unknownPiece({ vocabulary, memo, merge }: Tables, view: DataView, at: number, end: number): number {
  const length = end - at;
  if (length > LONGEST_REMEMBERED) return merge.whole(view, at, end);
  if (length <= 16 && hasRoom(vocabulary)) {
    const count = merge.whole(view, at, end);
    remember(vocabulary, view, at, length, count);
    return count;
  }
  if (length < 4) return merge.whole(view, at, end);
  const hash = pieceHash(view, at, length);
  const known = memo.get(hash, view, at, length);
  if (known !== 0) return known;
  const count = merge.whole(view, at, end);
  memo.set(hash, view, at, length, count);
  return count;
}
