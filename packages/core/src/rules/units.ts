import type { Transcript } from '../transcript.ts';
import { reasoningChain } from './reasoning-chain.ts';
import type { Range, Rule } from './rule.ts';
import { toolPairs } from './tool-pairs.ts';

/** The rules every transcript is held to. */
export const defaultRules: readonly Rule[] = [toolPairs, reasoningChain];

/** First and last position of the unit each entry belongs to. */
export interface Units {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

const known = new WeakMap<Transcript, Units>();

/** The units of a transcript under the default rules; remembered per transcript. */
export function unitsOf(transcript: Transcript): Units {
  let units = known.get(transcript);
  if (units === undefined) {
    units = mergeRanges(
      transcript.length,
      defaultRules.flatMap((rule) => [...rule.units(transcript)]),
    );
    known.set(transcript, units);
  }
  return units;
}

/** Overlapping ranges as one unit each; an entry in no range is a unit of its own. */
export function mergeRanges(length: number, ranges: readonly Range[]): Units {
  const first = new Int32Array(length);
  for (let index = 0; index < length; index++) first[index] = index;
  const last = first.slice();
  let from = -1;
  let to = -1;
  const close = () => {
    if (from < 0) return;
    first.fill(from, from, to + 1);
    last.fill(to, from, to + 1);
  };
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from >= 0 && start <= to) {
      to = Math.max(to, end);
      continue;
    }
    close();
    [from, to] = [start, end];
  }
  close();
  return { first, last };
}
