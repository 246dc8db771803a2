import type { LabColumn } from '@tenfold/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestColumn, columnKey, keptShare, kindsFound, merged, unpaid } from './lab-figures.ts';

const column = (over: Partial<LabColumn>): LabColumn => ({
  id: 'native',
  name: 'Native',
  kind: 'strategy',
  tokens: 100,
  cost: 0,
  payback: 1,
  ms: 5,
  evidence: { path: { found: 10, kept: 5 } },
  probes: null,
  free: true,
  estimated: false,
  folds: [],
  report: null,
  ...over,
});
const kept = (amount: number) => ({ path: { found: 10, kept: amount } });

const columns = fc.array(
  fc
    .record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      tokens: fc.nat(200),
      cost: fc.option(fc.nat(5)),
      amount: fc.nat(10),
      free: fc.boolean(),
      estimated: fc.boolean(),
      failed: fc.boolean(),
    })
    .map(({ amount, failed, ...over }) => column({ ...over, evidence: kept(amount), ...(failed ? { error: 'no' } : {}) })),
);

describe('the best column', () => {
  it('was run, did not fail and reaches the target; none keeps more', () => {
    fc.assert(
      fc.property(columns, fc.nat(200), fc.nat(200), (all, target, before) => {
        const able = all.filter(
          (one) => one.error === undefined && !one.estimated && one.tokens <= target && one.tokens < before,
        );
        const best = bestColumn(all, target, before);
        if (best === null) {
          expect(able).toEqual([]);
          return;
        }
        expect(able).toContain(best);
        for (const one of able) expect(keptShare(one.evidence) ?? 0).toBeLessThanOrEqual(keptShare(best.evidence) ?? 0);
      }),
    );
  });
  it('is the cheaper of two that keep the same', () => {
    expect(bestColumn([column({ id: 'a', cost: 2 }), column({ id: 'b', cost: 1 })], 100, 200)?.id).toBe('b');
  });
});

describe('figures', () => {
  it('adds facts, not percentages', () => {
    expect(keptShare({ path: { found: 1, kept: 1 }, number: { found: 3, kept: 0 } })).toBe(0.25);
    expect(keptShare({})).toBeNull();
    expect(keptShare(null)).toBeNull();
  });
  it('lists kinds that were found at all', () => {
    expect(
      kindsFound([
        column({ evidence: { path: { found: 2, kept: 0 }, url: { found: 0, kept: 0 }, error: { found: 5, kept: 5 } } }),
      ]),
    ).toEqual(['error', 'path']);
  });
  it('never calls a price known that is not', () => {
    const paid = column({ id: 'a', free: false, estimated: true, cost: 2 });
    expect(unpaid([paid, column({}), { ...paid, id: 'b', error: 'no' }])).toEqual({ columns: [paid], cost: 2 });
    expect(unpaid([paid, { ...paid, id: 'b', cost: null }]).cost).toBeNull();
  });
  it('puts new results where the old ones stood', () => {
    fc.assert(
      fc.property(columns, columns, (before, fresh) => {
        const all = merged(before, fresh);
        expect(new Set(all.map(columnKey)).size).toBe(all.length);
        expect(all.map(columnKey).slice(0, new Set(before.map(columnKey)).size)).toEqual([...new Set(before.map(columnKey))]);
      }),
    );
  });
});
