import { expect, it } from 'vitest';
import { manyFolds } from '../testing/many-folds.ts';

it('of a thousand automatic folds at least 990 end done or degraded', async () => {
  let [all, good] = [0, 0];
  for (let seed = 1; seed <= 20; seed++) {
    const { automatic, ended } = await manyFolds(50, seed);
    all += automatic;
    good += ended;
  }
  expect(all).toBe(1_000);
  expect(good).toBeGreaterThanOrEqual(990);
});
