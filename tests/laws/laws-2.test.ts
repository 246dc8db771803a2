import { it } from 'vitest';
import { holdMany } from './hold.ts';

// Two files, so that two cores share the work. Every draw is held to every law of packages/core/SPEC.md.
// The usual run always draws the same cases, so that more of them would find nothing new; the deep one draws new ones, and
// prints the seed of a failure.
const deep = process.env.TENFOLD_DEEP === '1';
const CASES = deep ? 100_000 : 100;

it(`[all laws] hold in ${CASES.toLocaleString('en-US')} draws of strategy, config, budget, API and summarizer`, () => {
  holdMany(CASES, deep ? undefined : 2);
}, 7_200_000);
