import type { Asset } from './asset.ts';
import { type Bridges, layBridges } from './bridges.ts';
import { addHint, addLongHint, type Hints, noHints } from './hints.ts';
import { FILTER_BITS, ROOM_MIDDLE, ROOM_SHORT, type SharedMemory, SLOTS } from './shared-memory.ts';
import { firstWord, hashOf, LONG_START, longEnd, longStep, secondWord } from './token-hash.ts';

/** No token has these bytes. */
export const NONE = -1;
/** The longest token of the vocabulary. */
export const LONGEST = 128;

/** An entry is a token's rank + 1 or, from here on, the count of a piece that is no token and was remembered beside them. */
const REMEMBERED = 1 << 22;
/** So many pieces are remembered in each table: more would make every lookup longer. */
const SHORT_ROOM = 1 << 14;
const MIDDLE_ROOM = 1 << 15;

/** The vocabulary laid out for lookup by bytes. Everything is derived from the asset; `left` and `right` are filled as they are asked for. */
export interface Vocabulary {
  /** Tokens of up to 8 bytes: two words of bytes, then entry and length. */
  readonly short: Int32Array;
  /** Tokens of up to 16 bytes: four words of bytes, then entry and length. */
  readonly middle: Int32Array;
  /** Longer ones: hash, rank + 1, place of the bytes. */
  readonly long: Int32Array;
  readonly longBytes: Uint8Array;
  /** Registers with how many more pieces may be remembered in the first two. */
  readonly room: Int32Array;
  /** A bit a token, by hash: spares the large tables most of the lookups that find nothing. */
  readonly filter: Int32Array;
  /** By rank: length, length of the left one of the two tokens it is made of (0: a byte), their ranks + 1. */
  readonly length: Uint8Array;
  readonly split: Uint8Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Lengths by first bytes. */
  readonly hints: Hints;
  /** Where pieces fall apart. */
  readonly bridges: Bridges;
}

/** Lays the tables out in `memory`, which comes empty. */
export function buildVocabulary(asset: Asset, memory: SharedMemory): Vocabulary {
  const vocabulary: Vocabulary = {
    short: memory.words('short'),
    middle: memory.words('middle'),
    long: memory.words('long'),
    longBytes: memory.table('longBytes'),
    room: memory.words('registers'),
    filter: memory.words('filter'),
    length: memory.table('lengths'),
    split: memory.table('splits'),
    left: memory.words('lefts'),
    right: memory.words('rights'),
    hints: noHints(memory),
    bridges: layBridges(asset.bridges, memory),
  };
  vocabulary.room[ROOM_SHORT] = SHORT_ROOM;
  vocabulary.room[ROOM_MIDDLE] = MIDDLE_ROOM;
  if (!memory.fill(asset)) enterTokens(vocabulary, asset);
  return vocabulary;
}

function enterTokens(v: Vocabulary, { tokens, shapes, bytes, classRuns }: Asset): void {
  // The class runs behind the tokens in the asset are the bytes that may be read beyond the last one.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length + classRuns.length);
  let shape = 0;
  let at = 0;
  let longUsed = 0;
  for (let rank = 0; rank < tokens; rank++) {
    const packed = shapes[shape++] as number;
    const length = packed === 0 ? (shapes[shape++] as number) : packed & 15;
    v.split[rank] = packed === 0 ? (shapes[shape++] as number) : packed >> 4;
    v.length[rank] = length;
    const hash = hashOf(view, at, length);
    addToFilter(v.filter, hash);
    if (length >= 4) addHint(v.hints, view, at, length);
    if (length <= 8) insertShort(v.short, hash, view, at, length, rank + 1);
    else if (length <= 16) insertMiddle(v.middle, hash, view, at, length, rank + 1);
    else {
      insertLong(v.long, hash, longUsed, rank);
      v.longBytes.set(bytes.subarray(at, at + length), longUsed);
      addLongHint(v.hints, view, at, length);
      longUsed += length;
    }
    at += length;
  }
}

function addToFilter(filter: Int32Array, hash: number): void {
  const bit = hash >>> (32 - FILTER_BITS);
  filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31));
}

function insertShort(table: Int32Array, hash: number, view: DataView, at: number, length: number, entry: number): void {
  let slot = hash & (SLOTS.short - 1);
  while (table[slot * 3 + 2] !== 0) slot = (slot + 1) & (SLOTS.short - 1);
  const place = slot * 3;
  table[place] = firstWord(view, at, length);
  table[place + 1] = secondWord(view, at, length);
  table[place + 2] = (entry << 8) | length;
}

function insertMiddle(table: Int32Array, hash: number, view: DataView, at: number, length: number, entry: number): void {
  let slot = hash & (SLOTS.middle - 1);
  while (table[slot * 5 + 4] !== 0) slot = (slot + 1) & (SLOTS.middle - 1);
  const place = slot * 5;
  table[place] = view.getInt32(at, true);
  table[place + 1] = view.getInt32(at + 4, true);
  table[place + 2] = firstWord(view, at + 8, length - 8);
  table[place + 3] = secondWord(view, at + 8, length - 8);
  table[place + 4] = (entry << 8) | length;
}

function insertLong(table: Int32Array, hash: number, at: number, rank: number): void {
  let slot = (hash & (SLOTS.long - 1)) << 2;
  while (table[slot + 1] !== 0) slot = (slot + 4) & (SLOTS.long * 4 - 1);
  table[slot] = hash;
  table[slot + 1] = rank + 1;
  table[slot + 2] = at;
}

/** How many tokens the `length` bytes at `at` have, where they are a token or remembered; else 0. Sixteen bytes behind them must be readable. */
export function knownCount(v: Vocabulary, view: DataView, at: number, length: number): number {
  if (length > 16) return length <= LONGEST && findLong(v, hashOf(view, at, length), view, at, length) !== NONE ? 1 : 0;
  const hash = hashOf(view, at, length);
  const entry = length <= 8 ? findShort(v.short, hash, view, at, length) : findMiddle(v.middle, hash, view, at, length);
  return entry < REMEMBERED ? Math.min(entry, 1) : entry & 0xff;
}

/** The rank of the token of the `length` bytes at `at`, or NONE. For bytes that probably are none. */
export function rankOf(v: Vocabulary, view: DataView, at: number, length: number): number {
  if (length > LONGEST) return NONE;
  const hash = hashOf(view, at, length);
  if (!filtered(v.filter, hash)) return NONE;
  if (length > 16) return findLong(v, hash, view, at, length);
  const entry = length <= 8 ? findShort(v.short, hash, view, at, length) : findMiddle(v.middle, hash, view, at, length);
  return entry < REMEMBERED ? entry - 1 : NONE;
}

/** Lengths of 17 to `longest` bytes that tokens at `at` may have, ascending, into `into`; returns how many. One walk over the bytes for all. */
export function longLengths(v: Vocabulary, view: DataView, at: number, longest: number, into: Uint8Array): number {
  let hash = LONG_START;
  let found = 0;
  for (let length = 1; length <= longest; length++) {
    hash = longStep(hash, view.getUint8(at + length - 1));
    if (length > 16 && filtered(v.filter, longEnd(hash))) into[found++] = length;
  }
  return found;
}

/** Whether one more piece may be remembered in the tables. */
export function hasRoom(v: Vocabulary): boolean {
  return (v.room[ROOM_SHORT] as number) > 0 && (v.room[ROOM_MIDDLE] as number) > 0;
}

/** Remembers the count of at most 16 bytes that are no token; ask `hasRoom` before. */
export function remember(v: Vocabulary, view: DataView, at: number, length: number, count: number): void {
  const hash = hashOf(view, at, length);
  if (length <= 8) {
    v.room[ROOM_SHORT] = (v.room[ROOM_SHORT] as number) - 1;
    insertShort(v.short, hash, view, at, length, REMEMBERED | count);
  } else {
    v.room[ROOM_MIDDLE] = (v.room[ROOM_MIDDLE] as number) - 1;
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
  for (let slot = hash & (SLOTS.short - 1); ; slot = (slot + 1) & (SLOTS.short - 1)) {
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
  for (let slot = hash & (SLOTS.middle - 1); ; slot = (slot + 1) & (SLOTS.middle - 1)) {
    const place = slot * 5;
    const found = table[place + 4] as number;
    const same = table[place] === a && table[place + 1] === b && table[place + 2] === c && table[place + 3] === d;
    if (same && (found & 0xff) === length) return found >>> 8;
    if (found === 0) return 0;
  }
}

function findLong(v: Vocabulary, hash: number, view: DataView, at: number, length: number): number {
  const table = v.long;
  for (let slot = (hash & (SLOTS.long - 1)) << 2; ; slot = (slot + 4) & (SLOTS.long * 4 - 1)) {
    const rank = (table[slot + 1] as number) - 1;
    if (rank < 0) return NONE;
    if (table[slot] === hash && v.length[rank] === length && sameBytes(v.longBytes, table[slot + 2] as number, view, at, length))
      return rank;
  }
}

function sameBytes(ours: Uint8Array, place: number, view: DataView, at: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (ours[place + i] !== view.getUint8(at + i)) return false;
  return true;
}
