import type { Asset } from './asset.ts';
import { addHint, type Hints, noHints } from './hints.ts';

/** No token has these bytes. */
export const NONE = -1;
/** The longest token of the vocabulary. */
export const LONGEST = 128;

/** Slots of 16 bytes for tokens up to 8 bytes (two words, then rank + 1 and length), of 32 for tokens up to 16. */
const SHORT_SLOTS = 1 << 18;
const MIDDLE_SLOTS = 1 << 17;
const LONG_SLOTS = 1 << 14;

/** The words of the tables hold this many bytes of a token; the mask keeps the bytes below a length. */
const MASKS = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1);

/** The vocabulary laid out for lookup by bytes. Everything is derived from the asset; `left` and `right` are filled as they are asked for. */
export interface Vocabulary {
  readonly short: Int32Array;
  readonly middle: Int32Array;
  readonly long: Int32Array;
  /** All tokens' bytes and where those of the long ones begin, by rank. */
  readonly bytes: Uint8Array;
  readonly start: Int32Array;
  /** By rank: length, length of the left one of the two tokens it is made of (0: a byte, or never made), their ranks + 1. */
  readonly length: Uint8Array;
  readonly split: Uint8Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Lengths by first bytes. */
  readonly hints: Hints;
}

/** Lays the tables out. */
export function buildVocabulary(asset: Asset): Vocabulary {
  const { tokens, shapes, bytes } = asset;
  const vocabulary: Vocabulary = {
    short: new Int32Array(SHORT_SLOTS * 4),
    middle: new Int32Array(MIDDLE_SLOTS * 8),
    long: new Int32Array(LONG_SLOTS * 2),
    bytes,
    start: new Int32Array(tokens),
    length: new Uint8Array(tokens),
    split: new Uint8Array(tokens),
    left: new Int32Array(tokens),
    right: new Int32Array(tokens),
    hints: noHints(),
  };
  const padded = new Uint8Array(bytes.length + 16);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  let shape = 0;
  let start = 0;
  for (let rank = 0; rank < tokens; rank++) {
    const packed = shapes[shape++] as number;
    const length = packed === 0 ? (shapes[shape++] as number) : packed & 15;
    vocabulary.split[rank] = packed === 0 ? (shapes[shape++] as number) : packed >> 4;
    vocabulary.length[rank] = length;
    vocabulary.start[rank] = start;
    insert(vocabulary, view, start, length, rank);
    start += length;
  }
  return vocabulary;
}

function insert(vocabulary: Vocabulary, view: DataView, at: number, length: number, rank: number): void {
  if (length <= 8) insertShort(vocabulary.short, view, at, length, rank);
  else if (length <= 16) insertMiddle(vocabulary.middle, view, at, length, rank);
  else insertLong(vocabulary.long, view, at, length, rank);
  addHint(vocabulary.hints, view, at, length);
}

function insertShort(table: Int32Array, view: DataView, at: number, length: number, rank: number): void {
  const a = word(view, at, length);
  const b = length > 4 ? word(view, at + 4, length - 4) : 0;
  let slot = shortSlot(a, b, length);
  while (table[slot + 2] !== 0) slot = (slot + 4) & (SHORT_SLOTS * 4 - 1);
  table[slot] = a;
  table[slot + 1] = b;
  table[slot + 2] = ((rank + 1) << 8) | length;
}

function insertMiddle(table: Int32Array, view: DataView, at: number, length: number, rank: number): void {
  const a = view.getInt32(at, true);
  const b = view.getInt32(at + 4, true);
  const c = word(view, at + 8, length - 8);
  const d = length > 12 ? word(view, at + 12, length - 12) : 0;
  let slot = middleSlot(a, b, c, d, length);
  while (table[slot + 4] !== 0) slot = (slot + 8) & (MIDDLE_SLOTS * 8 - 1);
  table[slot] = a;
  table[slot + 1] = b;
  table[slot + 2] = c;
  table[slot + 3] = d;
  table[slot + 4] = ((rank + 1) << 8) | length;
}

function insertLong(table: Int32Array, view: DataView, at: number, length: number, rank: number): void {
  const hash = longHash(view, at, length);
  let slot = (hash & (LONG_SLOTS - 1)) << 1;
  while (table[slot + 1] !== 0) slot = (slot + 2) & (LONG_SLOTS * 2 - 1);
  table[slot] = hash;
  table[slot + 1] = rank + 1;
}

/** The rank of the token with the `length` bytes at `at`, or NONE. Sixteen bytes behind them must be readable. */
export function rankOf(vocabulary: Vocabulary, view: DataView, at: number, length: number): number {
  if (length <= 8) return shortRank(vocabulary.short, view, at, length);
  if (length <= 16) return middleRank(vocabulary.middle, view, at, length);
  return length <= LONGEST ? longRank(vocabulary, view, at, length) : NONE;
}

function shortRank(table: Int32Array, view: DataView, at: number, length: number): number {
  let a = view.getInt32(at, true);
  let b = 0;
  if (length <= 4) a &= MASKS[length] as number;
  else b = view.getInt32(at + 4, true) & (MASKS[length - 4] as number);
  for (let slot = shortSlot(a, b, length); ; slot = (slot + 4) & (SHORT_SLOTS * 4 - 1)) {
    const found = table[slot + 2] as number;
    if (found === 0) return NONE;
    if (table[slot] === a && table[slot + 1] === b && (found & 0xff) === length) return (found >>> 8) - 1;
  }
}

function middleRank(table: Int32Array, view: DataView, at: number, length: number): number {
  const a = view.getInt32(at, true);
  const b = view.getInt32(at + 4, true);
  let c = view.getInt32(at + 8, true);
  let d = 0;
  if (length <= 12) c &= MASKS[length - 8] as number;
  else d = view.getInt32(at + 12, true) & (MASKS[length - 12] as number);
  for (let slot = middleSlot(a, b, c, d, length); ; slot = (slot + 8) & (MIDDLE_SLOTS * 8 - 1)) {
    const found = table[slot + 4] as number;
    if (found === 0) return NONE;
    const same = table[slot] === a && table[slot + 1] === b && table[slot + 2] === c && table[slot + 3] === d;
    if (same && (found & 0xff) === length) return (found >>> 8) - 1;
  }
}

function longRank(vocabulary: Vocabulary, view: DataView, at: number, length: number): number {
  const hash = longHash(view, at, length);
  const table = vocabulary.long;
  for (let slot = (hash & (LONG_SLOTS - 1)) << 1; ; slot = (slot + 2) & (LONG_SLOTS * 2 - 1)) {
    const rank = (table[slot + 1] as number) - 1;
    if (rank < 0) return NONE;
    if (table[slot] === hash && vocabulary.length[rank] === length && sameBytes(vocabulary, rank, view, at, length)) return rank;
  }
}

function sameBytes(vocabulary: Vocabulary, rank: number, view: DataView, at: number, length: number): boolean {
  const start = vocabulary.start[rank] as number;
  for (let i = 0; i < length; i++) if (vocabulary.bytes[start + i] !== view.getUint8(at + i)) return false;
  return true;
}

function word(view: DataView, at: number, length: number): number {
  return view.getInt32(at, true) & (MASKS[Math.min(length, 4)] as number);
}

function shortSlot(a: number, b: number, length: number): number {
  return (mix(Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (length << 24), 0x85ebca77)) & (SHORT_SLOTS - 1)) << 2;
}

function middleSlot(a: number, b: number, c: number, d: number, length: number): number {
  const low = Math.imul(a ^ Math.imul(c, 0x27d4eb2f), 0x9e3779b1);
  const high = Math.imul(b ^ Math.imul(d, 0x165667b1) ^ (length << 24), 0x85ebca77);
  return (mix(low ^ high) & (MIDDLE_SLOTS - 1)) << 3;
}

function mix(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return half ^ (half >>> 13);
}

function longHash(view: DataView, at: number, length: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ view.getUint8(at + i), 0x01000193);
  return hash ^ (hash >>> 15);
}
