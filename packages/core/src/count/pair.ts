import { SLOTS } from './shared-memory.ts';
import { NONE, rankOf, type Vocabulary } from './vocabulary.ts';

const NO_LIMIT = 0x7fffffff;

/** Which tokens may stand side by side, as far as asked: left token + 1, then right token and answer; the newest stays where two share a slot. */
export type PairMemory = Int32Array;

/**
 * Would byte-pair merging leave these two tokens side by side? `left` ends and `right` begins at `at` in `view`.
 * A tokenization is the one merging makes exactly when every neighbouring pair of it passes.
 */
export function standsBeside(
  v: Vocabulary,
  memory: PairMemory,
  view: DataView,
  at: number,
  left: number,
  right: number,
): boolean {
  const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
  const slot = ((mixed ^ (mixed >>> 15)) & (SLOTS.pairs - 1)) << 1;
  const known = memory[slot + 1] as number;
  if (memory[slot] === left + 1 && known >> 1 === right) return (known & 1) === 1;
  const answer = undo(v, view, at, left, right);
  memory[slot] = left + 1;
  memory[slot + 1] = (right << 1) | (answer ? 1 : 0);
  return answer;
}

/** Takes the merges of both tokens back, latest first, until one across the border would have come earlier or none is left. */
function undo(v: Vocabulary, view: DataView, at: number, leftToken: number, rightToken: number): boolean {
  let left = leftToken;
  let right = rightToken;
  let limit = NO_LIMIT;
  for (;;) {
    const before = v.length[left] as number;
    const joined = rankOf(v, view, at - before, before + (v.length[right] as number));
    if (joined !== NONE && joined < limit) return false;
    if (left > right) {
      // Equal ranks merge from the left, so a merge inside the left token wins a tie and one inside the right token loses it.
      limit = left;
      left = rightPart(v, view, at, left);
      if (left !== NONE) continue;
      return true;
    }
    limit = right + 1;
    right = leftPart(v, view, at, right);
    if (right === NONE) return true;
  }
}

/** The right one of the two tokens that made `token`, which ends at `at`; NONE for a single byte. */
function rightPart(v: Vocabulary, view: DataView, at: number, token: number): number {
  const split = v.split[token] as number;
  if (split === 0) return NONE;
  const known = v.right[token] as number;
  if (known !== 0) return known - 1;
  const length = (v.length[token] as number) - split;
  const part = rankOf(v, view, at - length, length);
  v.right[token] = part + 1;
  return part;
}

/** The left one of the two tokens that made `token`, which begins at `at`; NONE for a single byte. */
function leftPart(v: Vocabulary, view: DataView, at: number, token: number): number {
  const split = v.split[token] as number;
  if (split === 0) return NONE;
  const known = v.left[token] as number;
  if (known !== 0) return known - 1;
  const part = rankOf(v, view, at, split);
  v.left[token] = part + 1;
  return part;
}
