import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Day, daySeries } from './day-series.ts';

const now = Date.UTC(2026, 4, 20, 9);
const on = (day: string): Day => ({
  day,
  folds: 1,
  tokensSaved: 5,
  cost: 0,
  saved: 1,
  expectedSaving: 2,
  averageSeconds: 1,
  averageReduction: 0.5,
  failures: 0,
});

describe('daySeries', () => {
  it('has a point for every day up to today', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 366 }), (range) => {
        const series = daySeries([on('2026-05-20')], range, now);
        expect(series).toHaveLength(range);
        expect(new Set(series.map(({ day }) => day)).size).toBe(range);
        expect(series.at(-1)).toEqual(on('2026-05-20'));
      }),
    );
  });
  it('fills gaps with nothing', () => {
    expect(daySeries([on('2026-05-18')], 3, now).map(({ folds }) => folds)).toEqual([1, 0, 0]);
  });
});
