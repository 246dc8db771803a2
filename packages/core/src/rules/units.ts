import type { Transcript } from '../transcript.ts';
import { reasoningChain } from './reasoning-chain.ts';
import type { Range, Rule } from './rule.ts';
import { toolPairs } from './tool-pairs.ts';

/** The rules every transcript is held to. */
const defaultRules: readonly Rule[] = [toolPairs, reasoningChain];

/** What belongs together in a transcript. */
export interface Units {
  /** First and last position of the unit an entry belongs to: its own twice where it stands alone. */
  of(index: number): Range;
  /** Units of more than one entry, in order. */
  readonly ranges: readonly Range[];
}

const known = new WeakMap<Transcript, Units>();

/** The units of a transcript under the default rules; remembered per transcript. */
export function unitsOf(transcript: Transcript): Units {
  let units = known.get(transcript);
  if (units === undefined) {
    units = mergeRanges(defaultRules.flatMap((rule) => [...rule(transcript)]));
    known.set(transcript, units);
  }
  return units;
}

/** Overlapping ranges as one unit each. Looked up: a list of all entries would be megabytes where most of them are folded. */
export function mergeRanges(given: readonly Range[]): Units {
  const ranges = joined(given);
  return {
    ranges,
    of: (index) => rangeAt(ranges, index) ?? [index, index],
  };
}

/** The range a position lies in, of ranges that are in order and apart. */
export function rangeAt(ranges: readonly Range[], position: number): Range | undefined {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as Range;
    if (position < range[0]) high = middle - 1;
    else if (position > range[1]) low = middle + 1;
    else return range;
  }
  return undefined;
}

function joined(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before === undefined || start > before[1]) merged.push([start, end]);
    else if (end > before[1]) merged[merged.length - 1] = [before[0], end];
  }
  return merged;
}
