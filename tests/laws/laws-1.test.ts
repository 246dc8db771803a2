import { it } from 'vitest';
import { holdMany } from './hold.ts';

// Two files, so that two cores share the work. Every draw is held to every law of packages/core/SPEC.md.
const CASES = process.env.TENFOLD_DEEP === '1' ? 100_000 : 2_600;

it(`[all laws] hold in ${CASES.toLocaleString('en-US')} draws of strategy, config, budget, API and summariser`, () => {
  holdMany(CASES);
}, 3_600_000);
