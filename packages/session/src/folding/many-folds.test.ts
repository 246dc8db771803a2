import { expect, it } from 'vitest';
import { manyFolds } from '../testing/many-folds.ts';

it('automatic folds end done or degraded, whatever the model does', async () => {
  const { automatic, ended } = await manyFolds(4, 1);
  expect(ended).toBe(automatic);
});
