import { pieceEnd } from './piece.ts';
import { MARGIN } from './shared-memory.ts';
import { tables } from './tables.ts';

const encoder = new TextEncoder();
/** Longer words are judged by their beginning. */
const LONGEST = 64;

/** How rare a word is by the table's own order: ranks are given by frequency, so the highest rank of its tokens tells, and how many it needs. */
export interface Rarity {
  /** log2 of the largest rank. */
  readonly bits: number;
  readonly tokens: number;
}

/** The rarity of a word as it stands behind a blank. Needs the counter's table. */
export function rarityOf(word: string): Rarity {
  const known = tables();
  const bytes = known.memory.bytes;
  const start = known.memory.textStart;
  const { written } = encoder.encodeInto(` ${word.slice(0, LONGEST)}`, known.text);
  const end = start + written;
  bytes.fill(0, end, end + MARGIN);
  let largest = 0;
  let tokens = 0;
  for (let at = start; at < end; ) {
    const next = pieceEnd(known.classes, bytes, known.memory.view, at, end);
    tokens += known.merge.whole(known.memory.view, at, next);
    largest = Math.max(largest, known.merge.largest());
    at = next;
  }
  return { bits: Math.log2(largest + 1), tokens };
}
