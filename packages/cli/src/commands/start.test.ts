import { expect, it } from 'vitest';
import { tenfoldHere } from '../testing/tenfold-process.ts';

it('folds the sample and shows it before and after', async () => {
  const { code, out, err } = await tenfoldHere(['start']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/before +[\d,]+ \/ 105,216 tokens - \d+%/);
  expect(out).toMatch(/after +[\d,]+ \/ 105,216 tokens - \d+%/);
  expect(out).toMatch(/tool results +[\d,]+ +[\d,]+ +-\d+%/);
  expect(out).toContain('Context condensed using');
});
