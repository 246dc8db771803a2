/**
 * A long run of one byte settles: every further `PERIOD` bytes make the same number of tokens. Walking all of it would
 * try every place of a run whose longest token does not fit, so its count is taken from two short runs instead.
 */
const PERIOD = 384;
/** Shorter runs are walked. */
const UNIFORM = 4_096;

/** Whether a piece is so long a run of one byte that it is counted by its period. */
export function isUniform(view: DataView, start: number, end: number): boolean {
  if (end - start < UNIFORM) return false;
  const first = view.getUint8(start);
  const four = Math.imul(first, 0x01010101);
  let at = start;
  for (; at + 4 <= end; at += 4) if (view.getInt32(at, true) !== four) return false;
  for (; at < end; at++) if (view.getUint8(at) !== first) return false;
  return true;
}

/** The tokens of such a run, from those that `walked` finds at its beginning. */
export function uniformCount(start: number, end: number, walked: (end: number) => number): number {
  const length = end - start;
  const rest = (length % PERIOD) + 2 * PERIOD;
  const few = walked(start + rest);
  return few + ((length - rest) / PERIOD) * (walked(start + rest + PERIOD) - few);
}
