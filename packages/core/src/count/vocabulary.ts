import type { Asset } from './asset.ts';
import { addHint, addLongHint, type Hints, noHints } from './hints.ts';
import { firstWord, hashOf, secondWord } from './token-hash.ts';

/** No token has these bytes. */
export const NONE = -1;
/** The longest token of the vocabulary. */
export const LONGEST = 128;

/** Slots of three words for tokens up to 8 bytes (two of bytes, then entry and length), of five for tokens up to 16 (four, then the same). */
export const SHORT_SLOTS = 1 << 18;
export const MIDDLE_SLOTS = 1 << 17;
/** An entry is a token's rank + 1 or, from here on, the count of a piece that is no token and was remembered beside them. */
const REMEMBERED = 1 << 22;
/** So many pieces are remembered in each table: more would make every lookup longer. */
const SHORT_ROOM = 1 << 14;
const MIDDLE_ROOM = 1 << 15;
/** Slots of 16 bytes for longer ones: hash, rank + 1, place of the bytes. */
const LONG_SLOTS = 1 << 14;
/** Bits of the filter: ten a token. */
export const FILTER_BITS = 21;

/** The vocabulary laid out for lookup by bytes. Everything is derived from the asset; `left` and `right` are filled as they are asked for. */
export interface Vocabulary {
  readonly short: Int32Array;
  readonly middle: Int32Array;
  /** How many more pieces may be remembered in them. */
  readonly room: { short: number; middle: number };
  readonly long: Int32Array;
  /** A bit a token, by hash: spares the large tables most of the lookups that find nothing. */
  readonly filter: Int32Array;
  /** All tokens' bytes. */
  readonly bytes: DataView;
  /** By rank: length, length of the left one of the two tokens it is made of (0: a byte, or never made), their ranks + 1. */
  readonly length: Uint8Array;
  readonly split: Uint8Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Lengths by first bytes. */
  readonly hints: Hints;
}

/** Memory for the larger tables, all zero, and optionally a faster way to enter the tokens of up to 16 bytes and all hints by four bytes. */
export interface Ground {
  readonly short: Int32Array;
  readonly middle: Int32Array;
  readonly filter: Int32Array;
  readonly hints: Int32Array;
  readonly fill?: (asset: Asset) => void;
}

/** Lays the tables out. */
export function buildVocabulary(asset: Asset, ground: Ground): Vocabulary {
  const { tokens, bytes } = asset;
  const vocabulary: Vocabulary = {
    short: ground.short,
    middle: ground.middle,
    room: { short: SHORT_ROOM, middle: MIDDLE_ROOM },
    long: new Int32Array(LONG_SLOTS * 4),
    filter: ground.filter,
    // The class runs behind the tokens in the asset are the bytes that lookups may read beyond the last one.
    bytes: new DataView(bytes.buffer, bytes.byteOffset, bytes.length + asset.classRuns.length),
    length: new Uint8Array(tokens),
    split: new Uint8Array(tokens),
    left: new Int32Array(tokens),
    right: new Int32Array(tokens),
    hints: noHints(ground.hints),
  };
  if (ground.fill !== undefined) ground.fill(asset);
  enterTokens(vocabulary, asset, ground.fill === undefined);
  return vocabulary;
}

/** Reads the shapes and enters the long tokens; the others too where they are not in yet. */
function enterTokens(v: Vocabulary, { tokens, shapes }: Asset, all: boolean): void {
  let shape = 0;
  let start = 0;
  for (let rank = 0; rank < tokens; rank++) {
    const packed = shapes[shape++] as number;
    const length = packed === 0 ? (shapes[shape++] as number) : packed & 15;
    v.split[rank] = packed === 0 ? (shapes[shape++] as number) : packed >> 4;
    v.length[rank] = length;
    if (length > 16) enterLong(v, start, length, rank);
    else if (all) enterShorter(v, start, length, rank);
    if (all && length >= 4) addHint(v.hints, v.bytes, start, length);
    start += length;
  }
}

function enterLong(v: Vocabulary, at: number, length: number, rank: number): void {
  const hash = hashOf(v.bytes, at, length);
  addToFilter(v.filter, hash);
  insertLong(v.long, hash, at, rank);
  addLongHint(v.hints, v.bytes, at, length);
}

function enterShorter(v: Vocabulary, at: number, length: number, rank: number): void {
  const hash = hashOf(v.bytes, at, length);
  addToFilter(v.filter, hash);
  if (length <= 8) insertShort(v.short, hash, v.bytes, at, length, rank + 1);
  else insertMiddle(v.middle, hash, v.bytes, at, length, rank + 1);
}

function addToFilter(filter: Int32Array, hash: number): void {
  const bit = hash >>> (32 - FILTER_BITS);
  filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31));
}

function insertShort(table: Int32Array, hash: number, view: DataView, at: number, length: number, entry: number): void {
  let slot = hash & (SHORT_SLOTS - 1);
  while (table[slot * 3 + 2] !== 0) slot = (slot + 1) & (SHORT_SLOTS - 1);
  const place = slot * 3;
  table[place] = firstWord(view, at, length);
  table[place + 1] = secondWord(view, at, length);
  table[place + 2] = (entry << 8) | length;
}

function insertMiddle(table: Int32Array, hash: number, view: DataView, at: number, length: number, entry: number): void {
  let slot = hash & (MIDDLE_SLOTS - 1);
  while (table[slot * 5 + 4] !== 0) slot = (slot + 1) & (MIDDLE_SLOTS - 1);
  const place = slot * 5;
  table[place] = view.getInt32(at, true);
  table[place + 1] = view.getInt32(at + 4, true);
  table[place + 2] = firstWord(view, at + 8, length - 8);
  table[place + 3] = secondWord(view, at + 8, length - 8);
  table[place + 4] = (entry << 8) | length;
}

function insertLong(table: Int32Array, hash: number, at: number, rank: number): void {
  let slot = (hash & (LONG_SLOTS - 1)) << 2;
  while (table[slot + 1] !== 0) slot = (slot + 4) & (LONG_SLOTS * 4 - 1);
  table[slot] = hash;
  table[slot + 1] = rank + 1;
  table[slot + 2] = at;
}

/** How many tokens the piece of `length` bytes at `at` has, where it is a token or remembered; else 0. Sixteen bytes behind it must be readable. */
export function knownCount(v: Vocabulary, view: DataView, at: number, length: number): number {
  if (length > 16) return length <= LONGEST && findLong(v, hashOf(view, at, length), view, at, length) !== NONE ? 1 : 0;
  const hash = hashOf(view, at, length);
  const entry = length <= 8 ? findShort(v.short, hash, view, at, length) : findMiddle(v.middle, hash, view, at, length);
  return entry < REMEMBERED ? Math.min(entry, 1) : entry & 0xff;
}

/** The rank of the token with the `length` bytes at `at`, or NONE. Made for bytes that probably are none. */
export function rankOf(v: Vocabulary, view: DataView, at: number, length: number): number {
  if (length > LONGEST) return NONE;
  const hash = hashOf(view, at, length);
  if (!filtered(v.filter, hash)) return NONE;
  if (length > 16) return findLong(v, hash, view, at, length);
  const entry = length <= 8 ? findShort(v.short, hash, view, at, length) : findMiddle(v.middle, hash, view, at, length);
  return entry < REMEMBERED ? entry - 1 : NONE;
}

/** Whether one more piece may be remembered in the tables. */
export function hasRoom(v: Vocabulary): boolean {
  return v.room.short > 0 && v.room.middle > 0;
}

/** Remembers the count of a piece of at most 16 bytes that is no token; ask `hasRoom` before. */
export function remember(v: Vocabulary, view: DataView, at: number, length: number, count: number): void {
  const hash = hashOf(view, at, length);
  if (length <= 8) {
    v.room.short--;
    insertShort(v.short, hash, view, at, length, REMEMBERED | count);
  } else {
    v.room.middle--;
    insertMiddle(v.middle, hash, view, at, length, REMEMBERED | count);
  }
}

function filtered(filter: Int32Array, hash: number): boolean {
  const bit = hash >>> (32 - FILTER_BITS);
  return (((filter[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
}

/** The entry, 0 for none. */
function findShort(table: Int32Array, hash: number, view: DataView, at: number, length: number): number {
  const a = firstWord(view, at, length);
  const b = secondWord(view, at, length);
  for (let slot = hash & (SHORT_SLOTS - 1); ; slot = (slot + 1) & (SHORT_SLOTS - 1)) {
    const place = slot * 3;
    const found = table[place + 2] as number;
    if (table[place] === a && table[place + 1] === b && (found & 0xff) === length) return found >>> 8;
    if (found === 0) return 0;
  }
}

function findMiddle(table: Int32Array, hash: number, view: DataView, at: number, length: number): number {
  const a = view.getInt32(at, true);
  const b = view.getInt32(at + 4, true);
  const c = firstWord(view, at + 8, length - 8);
  const d = secondWord(view, at + 8, length - 8);
  for (let slot = hash & (MIDDLE_SLOTS - 1); ; slot = (slot + 1) & (MIDDLE_SLOTS - 1)) {
    const place = slot * 5;
    const found = table[place + 4] as number;
    const same = table[place] === a && table[place + 1] === b && table[place + 2] === c && table[place + 3] === d;
    if (same && (found & 0xff) === length) return found >>> 8;
    if (found === 0) return 0;
  }
}

function findLong(v: Vocabulary, hash: number, view: DataView, at: number, length: number): number {
  const table = v.long;
  for (let slot = (hash & (LONG_SLOTS - 1)) << 2; ; slot = (slot + 4) & (LONG_SLOTS * 4 - 1)) {
    const rank = (table[slot + 1] as number) - 1;
    if (rank < 0) return NONE;
    if (table[slot] === hash && v.length[rank] === length && sameBytes(v.bytes, table[slot + 2] as number, view, at, length))
      return rank;
  }
}

function sameBytes(ours: DataView, place: number, view: DataView, at: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (ours.getUint8(place + i) !== view.getUint8(at + i)) return false;
  return true;
}
