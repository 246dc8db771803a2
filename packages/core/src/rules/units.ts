import { everyPlace } from '../places.ts';
import type { Transcript } from '../transcript.ts';
import { reasoningChain } from './reasoning-chain.ts';
import type { Range, Rule } from './rule.ts';
import { toolPairs } from './tool-pairs.ts';

/** The rules every transcript is held to. */
const defaultRules: readonly Rule[] = [toolPairs, reasoningChain];

/** First and last position of the unit each entry belongs to. */
export interface Units {
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Units of more than one entry, in order. */
  readonly ranges: readonly Range[];
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
  const first = everyPlace(length).slice();
  const last = first.slice();
  const merged = joined(ranges);
  for (const [from, to] of merged) {
    first.fill(from, from, to + 1);
    last.fill(to, from, to + 1);
  }
  return { first, last, ranges: merged };
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
