import type { Transcript } from '../transcript.ts';

/** First and last position of entries that belong together, both included. */
export type Range = readonly [number, number];

/**
 * Says where a cut is not safe: ranges that must stay together. They may overlap; overlapping ones become one unit. A new vendor quirk is
 * one new small rule.
 */
export type Rule = (transcript: Transcript) => Iterable<Range>;
