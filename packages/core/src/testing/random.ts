/** Chance that repeats itself: the same seed gives the same run. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True this often, 0 to 1. */
  chance(share: number): boolean;
  pick<Item>(from: readonly Item[]): Item;
  /** Small letters and digits, for values nothing else contains. */
  word(length: number): string;
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A small generator (mulberry32): fast, pure and good enough for transcripts. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    word: (length) => Array.from({ length }, () => ALPHABET[between(0, ALPHABET.length - 1)]).join(''),
  };
}
