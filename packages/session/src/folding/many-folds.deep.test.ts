import { expect, it } from 'vitest';
import { manyFolds } from '../testing/many-folds.ts';

// Conversations side by side: nearly all of the time goes into waiting before an upstream is tried again.
const CONVERSATIONS = 20;
const FOLDS = 50;

it('of a thousand automatic folds at least 990 end done or degraded', { timeout: 3_600_000 }, async () => {
  const seeds = Array.from({ length: CONVERSATIONS }, (_, n) => n + 1);
  const tolls = await Promise.all(seeds.map((seed) => manyFolds(FOLDS, seed)));
  const sum = (pick: (toll: (typeof tolls)[number]) => number) => tolls.reduce((total, toll) => total + pick(toll), 0);
  expect(sum(({ automatic }) => automatic)).toBe(CONVERSATIONS * FOLDS);
  expect(sum(({ ended }) => ended)).toBeGreaterThanOrEqual(990);
});
