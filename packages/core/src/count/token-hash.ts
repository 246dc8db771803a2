/** Keeps the first bytes of a word. */
const MASKS = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1);

/** The hash of the `length` bytes at `at`, by which tokens are found; sixteen bytes behind them must be readable. */
export function hashOf(view: DataView, at: number, length: number): number {
  if (length <= 8) return shortHash(firstWord(view, at, length), secondWord(view, at, length), length);
  if (length > 16) return longHash(view, at, length);
  const c = firstWord(view, at + 8, length - 8);
  return middleHash(view.getInt32(at, true), view.getInt32(at + 4, true), c, secondWord(view, at + 8, length - 8), length);
}

/** The first four of up to eight bytes, zero beyond `length`. */
export function firstWord(view: DataView, at: number, length: number): number {
  const word = view.getInt32(at, true);
  return length < 4 ? word & (MASKS[length] as number) : word;
}

/** The second four, the same way. */
export function secondWord(view: DataView, at: number, length: number): number {
  return length > 4 ? view.getInt32(at + 4, true) & (MASKS[length - 4] as number) : 0;
}

function shortHash(a: number, b: number, length: number): number {
  return mix(Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (length << 24), 0x85ebca77));
}

function middleHash(a: number, b: number, c: number, d: number, length: number): number {
  const low = Math.imul(a ^ Math.imul(c, 0x27d4eb2f), 0x9e3779b1);
  const high = Math.imul(b ^ Math.imul(d, 0x165667b1) ^ (length << 24), 0x85ebca77);
  return mix(low ^ high);
}

function mix(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return half ^ (half >>> 13);
}

function longHash(view: DataView, at: number, length: number): number {
  let hash = LONG_START;
  for (let i = 0; i < length; i++) hash = longStep(hash, view.getUint8(at + i));
  return mix(hash);
}

/** Where the hash of more than sixteen bytes starts. */
export const LONG_START = 0x811c9dc5 | 0;

/** That hash with one more byte, before `longEnd`: the lengths that begin alike share their work. */
export function longStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** The finished hash of the bytes stepped over so far. */
export function longEnd(hash: number): number {
  return mix(hash);
}
