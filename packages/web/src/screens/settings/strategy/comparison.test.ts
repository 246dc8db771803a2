import type { StrategyInfo } from '@tenfold/contract';
import { strategies } from '@tenfold/core';
import { expect, it } from 'vitest';
import { comparisonOf } from './comparison.ts';

it('says something of every strategy in every line', () => {
  const lines = comparisonOf(strategies as unknown as StrategyInfo[]);
  expect(lines.length).toBe(11);
  for (const { of } of lines) for (const { id } of strategies) expect(of[id], id).toMatch(/\w/);
  expect(lines.find(({ name }) => name === 'Many messages as one')?.of).toEqual({
    native: 'Yes',
    lossless: 'No',
    truncation: 'No',
    smart: 'Yes',
  });
});
