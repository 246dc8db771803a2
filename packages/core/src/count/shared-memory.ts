import type { Asset } from './asset.ts';
import { type Compiled, compile } from './compiled.ts';

/** Texts of up to so many bytes are counted in place; longer ones get memory of their own. */
const TEXT_BYTES = 1 << 22;
/** Bytes behind a text that lookups may read; they are zero. */
export const MARGIN = 32;
/** Pieces of up to so many bytes are merged by compiled code. */
const MAX_MERGED = 1 << 20;

/** How many slots the tables have; powers of two, so that a hash becomes a slot by masking. */
export const SLOTS = {
  short: 1 << 18,
  middle: 1 << 17,
  long: 1 << 14,
  hints: 1 << 16,
  longHints: 1 << 13,
  pairs: 1 << 16,
  memo: 1 << 16,
};
/** Bits of the filter: ten a token. */
export const FILTER_BITS = 21;
/** Bits of the bridges between characters, as a power of two. */
export const BRIDGE_BITS = 18;
/** Words of the arena of remembered pieces. */
export const ARENA_WORDS = 1 << 19;
/** Pages of 256 classes there may be. */
const MAX_PAGES = 512;
const MAX_TOKENS = 200_000;
const MAX_LONG_BYTES = 1 << 17;

/** What lies in the memory, in this order, and how many bytes each takes; packages/core/wasm/ground.ts has the same list. */
const SIZES = {
  registers: 64,
  byByte: 256,
  pageOf: 0x1100 * 2,
  pages: MAX_PAGES * 256,
  bridges: 1 << (BRIDGE_BITS - 3),
  cutBridges: 1 << (16 - 3),
  short: SLOTS.short * 12,
  middle: SLOTS.middle * 20,
  long: SLOTS.long * 16,
  longBytes: MAX_LONG_BYTES,
  filter: 1 << (FILTER_BITS - 3),
  hints: SLOTS.hints * 4,
  longHints: SLOTS.longHints,
  lengths: MAX_TOKENS,
  splits: MAX_TOKENS,
  lefts: MAX_TOKENS * 4,
  rights: MAX_TOKENS * 4,
  pairs: SLOTS.pairs * 8,
  memo: SLOTS.memo * 16,
  arena: ARENA_WORDS * 4,
  stack: MAX_MERGED * 4,
  dead: MAX_MERGED + 64,
  text: TEXT_BYTES + MARGIN,
};

type Name = keyof typeof SIZES;

/** Where each begins. The first 64 bytes stay unused, so that no address is 0. */
const ADDRESSES = (() => {
  const addresses = {} as Record<Name, number>;
  let next = 64;
  for (const name of Object.keys(SIZES) as Name[]) {
    addresses[name] = next;
    next += Math.ceil(SIZES[name] / 64) * 64;
  }
  return { ...addresses, end: next };
})();

/** Registers beyond what a count leaves: how many more pieces may stand among the tokens, and how far the arena is used. */
export const ROOM_SHORT = 3;
export const ROOM_MIDDLE = 4;
export const ARENA_USED = 5;

/**
 * One stretch of memory for all tables and the text, so that compiled code finds them where plain code does. Places in it are
 * counted from its start.
 */
export class SharedMemory {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where texts begin. */
  readonly textStart = ADDRESSES.text;
  /** Absent where the platform lacks WebAssembly with SIMD, or `compiled` was false. */
  readonly compiled: Compiled | undefined;

  constructor(compiled = true) {
    this.compiled = compiled ? compile(ADDRESSES.end) : undefined;
    const buffer = this.compiled?.buffer ?? new ArrayBuffer(ADDRESSES.end);
    this.bytes = new Uint8Array(buffer);
    this.view = new DataView(buffer);
  }

  /** A table of bytes. */
  table(name: Name): Uint8Array {
    return this.bytes.subarray(ADDRESSES[name], ADDRESSES[name] + SIZES[name]);
  }

  /** A table of words. */
  words(name: Name): Int32Array {
    return new Int32Array(this.bytes.buffer, ADDRESSES[name], SIZES[name] / 4);
  }

  /** Where texts are encoded, without the margin. */
  text(): Uint8Array {
    return this.bytes.subarray(ADDRESSES.text, ADDRESSES.text + TEXT_BYTES);
  }

  /** Has compiled code enter all tokens; false where there is none. */
  fill({ tokens, shapes, bytes }: Asset): boolean {
    if (this.compiled === undefined) return false;
    // A page that is written first is mapped once, one that is read first twice.
    this.bytes.fill(0, ADDRESSES.short, ADDRESSES.lefts);
    const text = this.text();
    text.set(shapes);
    text.set(bytes, shapes.length);
    this.compiled.fill(tokens, ADDRESSES.text, ADDRESSES.text + shapes.length);
    return true;
  }
}
