/**
 * A long run of one byte settles: every further `PERIOD` bytes make the same number of tokens, whatever stands before and behind it.
 * Walking all of it would try every place of a run whose longest token does not fit, so most of it is taken out before a text is
 * counted, and what it comes to is added.
 */
const PERIOD = 384;
/** Shorter runs are walked. */
export const LONG_RUN = 2_048;
/** Any long run holds a whole block of so many bytes between two places that are looked at. */
const BLOCK = LONG_RUN / 2;

/** The tokens that a period of a run makes, from those of short runs. */
export function tokensOfPeriod(countRun: (length: number) => number): number {
  return countRun(3 * PERIOD) - countRun(2 * PERIOD);
}

/** Takes long runs out of the bytes from `start` to `end`, but for a few periods of each. Returns where they end then, and the tokens taken out. */
export function shortenRuns(
  bytes: Uint8Array,
  start: number,
  end: number,
  periodOf: (byte: number) => number,
): readonly [end: number, tokens: number] {
  let [from, to, tokens] = [start, start, 0];
  for (let block = start; block + BLOCK <= end; block += BLOCK) {
    if (block < from) continue;
    const byte = bytes[block] as number;
    if (bytes[block + BLOCK - 1] !== byte || bytes[block + BLOCK / 2] !== byte) continue;
    let first = block;
    while (first > from && bytes[first - 1] === byte) first--;
    let last = block;
    while (last < end && bytes[last] === byte) last++;
    const length = last - first;
    if (length < LONG_RUN) continue;
    const kept = (length % PERIOD) + 2 * PERIOD;
    tokens += ((length - kept) / PERIOD) * periodOf(byte);
    bytes.copyWithin(to, from, first + kept);
    to += first + kept - from;
    from = last;
  }
  if (from === start) return [end, 0];
  bytes.copyWithin(to, from, end);
  return [to + end - from, tokens];
}
