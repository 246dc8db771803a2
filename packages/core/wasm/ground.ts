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

const MOST_TOKENS: u32 = 200_000;

// Where everything lies, each behind the one before, as src/count/shared-memory.ts lays it out. Constants, so that no code loads an address.
export const registers: u32 = 64;
export const byByte: u32 = registers + 64;
export const pageOf: u32 = byByte + 256;
export const pages: u32 = pageOf + 0x1100 * 2;
export const bridges: u32 = pages + 512 * 256;
export const cutBridges: u32 = bridges + (1 << (BRIDGE_BITS - 3));
export const short: u32 = cutBridges + (1 << 13);
export const middle: u32 = short + SHORT_SLOTS * 12;
export const long: u32 = middle + MIDDLE_SLOTS * 20;
export const longBytes: u32 = long + LONG_SLOTS * 16;
export const filter: u32 = longBytes + (1 << 17);
export const hints: u32 = filter + (1 << (FILTER_BITS - 3));
export const longHints: u32 = hints + HINT_SLOTS * 4;
export const lengths: u32 = longHints + LONG_HINT_SLOTS;
export const splits: u32 = lengths + MOST_TOKENS;
export const lefts: u32 = splits + MOST_TOKENS;
export const rights: u32 = lefts + MOST_TOKENS * 4;
export const pairs: u32 = rights + MOST_TOKENS * 4;
export const memo: u32 = pairs + PAIR_SLOTS * 8;
export const arena: u32 = memo + MEMO_SLOTS * 16;
export const stack: u32 = arena + ARENA_WORDS * 4;
export const dead: u32 = stack + MOST_MERGED * 4;
export const text: u32 = dead + MOST_MERGED + 64;
