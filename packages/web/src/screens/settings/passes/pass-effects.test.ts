import type { PassReport } from '@tenfold/core';
import { expect, it } from 'vitest';
import { effectsOf, effectWords } from './pass-effects.ts';

const report = (id: string, before: number, after: number, more: Partial<PassReport> = {}) =>
  ({ id, name: id, before, after, asks: 0, ...more }) as PassReport;

it('tells the prelude as one and each pass by itself', () => {
  const effects = effectsOf(
    [
      report('lossless-obsolete', 100, 80),
      report('lossless-repeats', 80, 75),
      report('cut', 75, 50),
      report('sum', 50, 20, { asks: 2 }),
      report('late', 20, 20, { skipped: 'The goal is met.' }),
    ],
    ['cut', 'sum', 'late'],
    false,
  );
  expect(effects.prelude).toEqual({ before: 100, after: 75, estimated: false });
  expect(Object.fromEntries(effects.passes)).toEqual({
    cut: { before: 75, after: 50, estimated: false },
    sum: { before: 50, after: 20, estimated: true },
    late: { before: 20, after: 20, estimated: false, skipped: 'The goal is met.' },
  });
  expect(effectsOf([report('sum', 50, 20, { asks: 2 })], ['sum'], true).passes.get('sum')?.estimated).toBe(false);
  expect(effectsOf([], ['cut'], false)).toEqual({ prelude: null, passes: new Map() });
  expect(effectsOf([], ['constructor'], false).passes.get('constructor')).toBeUndefined();
});

it('says what a pass takes away', () => {
  expect(effectWords({ before: 10_000, after: 900, estimated: false })).toBe('−9,100');
  expect(effectWords({ before: 10, after: 10, estimated: true })).toBe('≈ ±0');
});
