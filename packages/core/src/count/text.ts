import { pieceEnd } from './piece.ts';
import { type Tables, tables } from './tables.ts';
import { NONE, rankOf } from './vocabulary.ts';

/** Bytes behind the text that lookups may read; they are zero. */
export const MARGIN = 16;
const FIRST_SCRATCH = 1 << 16;
/** Scratch beyond this is given back after use. */
const MOST_SCRATCH = 1 << 24;

const encoder = new TextEncoder();
let scratch = new Uint8Array(FIRST_SCRATCH);
let view = new DataView(scratch.buffer);

/**
 * The number of o200k_base tokens of `text`, exactly. No string makes it throw: text that looks like a special token is plain
 * text, a lone surrogate counts as U+FFFD. Time is bounded for any input; use `countSlices` where even a few milliseconds matter.
 */
export function countText(text: string): number {
  const known = tables();
  makeRoom(text.length * 3 + MARGIN);
  const end = encoder.encodeInto(text, scratch).written;
  scratch.fill(0, end, end + MARGIN);
  const count = countPieces(known, scratch, view, end);
  if (scratch.length > MOST_SCRATCH) makeRoom(0);
  return count;
}

function makeRoom(bytes: number): void {
  if (bytes > 0 && bytes <= scratch.length) return;
  scratch = new Uint8Array(Math.max(bytes, FIRST_SCRATCH));
  view = new DataView(scratch.buffer);
}

function countPieces({ vocabulary, classes, merge }: Tables, bytes: Uint8Array, view: DataView, end: number): number {
  let count = 0;
  for (let at = 0; at < end; ) {
    const next = pieceEnd(classes, bytes, at, end);
    if (rankOf(vocabulary, view, at, next - at) !== NONE) count++;
    else count += merge.whole(view, at, next);
    at = next;
  }
  return count;
}
