import { type SharedMemory, SLOTS } from './shared-memory.ts';

/** Bit n of a hint: a token of n bytes may begin so. This bit and above: one of more than 16 bytes may. */
export const LONGER = 1 << 17;
/** Lengths below this are always possible: a hint is taken from four bytes. */
const ALWAYS = 0b1110;

/**
 * Which lengths the tokens have that begin with certain bytes. Looked up by hash without a check, so a hint may promise
 * too much, never too little.
 */
export interface Hints {
  /** By the first four bytes. */
  readonly lengths: Int32Array;
  /** By the first sixteen bytes: the longest token. */
  readonly longest: Uint8Array;
}

/** Hints of nothing, kept in `memory`. */
export function noHints(memory: SharedMemory): Hints {
  return { lengths: memory.words('hints'), longest: memory.table('longHints') };
}

/** Notes a token of four to sixteen bytes at `at`, or that a longer one begins there. */
export function addHint(hints: Hints, view: DataView, at: number, length: number): void {
  const slot = slotAt(view, at);
  hints.lengths[slot] = (hints.lengths[slot] as number) | (length > 16 ? LONGER : 1 << length);
}

/** Notes a token of more than sixteen bytes at `at`. */
export function addLongHint(hints: Hints, view: DataView, at: number, length: number): void {
  const slot = longSlotAt(view, at);
  hints.longest[slot] = Math.max(hints.longest[slot] as number, length);
}

/** The lengths that tokens beginning at `at` may have, as bits. */
export function hintsAt(hints: Hints, view: DataView, at: number): number {
  return (hints.lengths[slotAt(view, at)] as number) | ALWAYS;
}

/** The length of the longest token of more than 16 bytes that may begin at `at`, 0 for none. */
export function longHintsAt(hints: Hints, view: DataView, at: number): number {
  return hints.longest[longSlotAt(view, at)] as number;
}

function slotAt(view: DataView, at: number): number {
  const hash = Math.imul(view.getInt32(at, true), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & (SLOTS.hints - 1);
}

function longSlotAt(view: DataView, at: number): number {
  const low = Math.imul(view.getInt32(at, true), 0x9e3779b1) ^ Math.imul(view.getInt32(at + 4, true), 0x85ebca77);
  const high = Math.imul(view.getInt32(at + 8, true), 0x27d4eb2f) ^ Math.imul(view.getInt32(at + 12, true), 0x165667b1);
  const hash = Math.imul(low ^ (high >>> 3), 0x2c1b3c6d) ^ high;
  return (hash ^ (hash >>> 17)) & (SLOTS.longHints - 1);
}
