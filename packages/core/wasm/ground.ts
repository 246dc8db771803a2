// Names and addresses that all files share; the numbers are those of src/count/.
export const OTHER: u32 = 0;
export const UPPER: u32 = 1;
export const LOWER: u32 = 2;
export const CASELESS: u32 = 3;
export const MARK: u32 = 4;
export const NUMBER: u32 = 5;
export const SPACE: u32 = 6;
export const NEWLINE: u32 = 7;
export const WIDE: u32 = 8;

export const SHORT_SLOTS: u32 = 1 << 18;
export const MIDDLE_SLOTS: u32 = 1 << 17;
export const LONG_SLOTS: u32 = 1 << 14;
export const REMEMBERED: u32 = 1 << 22;
export const FILTER_BITS: u32 = 21;
export const BRIDGE_BITS: u32 = 18;
export const HINT_SLOTS: u32 = 1 << 16;
export const LONG_HINT_SLOTS: u32 = 1 << 13;
export const LONGER: u32 = 1 << 17;
export const ALWAYS: u32 = 0b1110;
export const LONGEST: u32 = 128;
export const PAIR_SLOTS: u32 = 1 << 16;
export const MEMO_SLOTS: u32 = 1 << 16;
export const ARENA_WORDS: u32 = 1 << 19;
/** Longer pieces are left to the plain path, which takes memory as it needs it. */
export const MOST_MERGED: u32 = 1 << 20;
export const NONE: u32 = 0xffffffff;

export let registers: u32 = 0;
export let byByte: u32 = 0;
export let pageOf: u32 = 0;
export let pages: u32 = 0;
export let bridges: u32 = 0;
export let cutBridges: u32 = 0;
export let short: u32 = 0;
export let middle: u32 = 0;
export let long: u32 = 0;
export let longBytes: u32 = 0;
export let filter: u32 = 0;
export let hints: u32 = 0;
export let longHints: u32 = 0;
export let lengths: u32 = 0;
export let splits: u32 = 0;
export let lefts: u32 = 0;
export let rights: u32 = 0;
export let pairs: u32 = 0;
export let memo: u32 = 0;
export let arena: u32 = 0;
export let stack: u32 = 0;
export let dead: u32 = 0;

/** Says where everything lies: an address for each of the names above, in their order, at `list`. */
export function lay(list: u32): void {
  registers = load<u32>(list);
  byByte = load<u32>(list, 4);
  pageOf = load<u32>(list, 8);
  pages = load<u32>(list, 12);
  bridges = load<u32>(list, 16);
  cutBridges = load<u32>(list, 20);
  short = load<u32>(list, 24);
  middle = load<u32>(list, 28);
  long = load<u32>(list, 32);
  longBytes = load<u32>(list, 36);
  filter = load<u32>(list, 40);
  hints = load<u32>(list, 44);
  longHints = load<u32>(list, 48);
  lengths = load<u32>(list, 52);
  splits = load<u32>(list, 56);
  lefts = load<u32>(list, 60);
  rights = load<u32>(list, 64);
  pairs = load<u32>(list, 68);
  memo = load<u32>(list, 72);
  arena = load<u32>(list, 76);
  stack = load<u32>(list, 80);
  dead = load<u32>(list, 84);
}
