import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textMessage } from './message.ts';
import { retainedFrom } from './retention.ts';
import { looseSeams, plainView, unitCounter } from './testing/stand-ins.ts';
import type { Row } from './view.ts';

const count = unitCounter(0);
const viewOf = (weights: readonly number[]) => plainView(weights.map((weight) => textMessage('user', 'x'.repeat(weight))));
const weigh = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

describe('retainedFrom', () => {
  it('keeps the largest run that fits and starts at a seam, never less than the open turn', () => {
    const cases = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 }).chain((weights) =>
      fc.record({
        weights: fc.constant(weights),
        tokens: fc.integer({ min: 0, max: 600 }),
        openTurn: fc.integer({ min: 0, max: weights.length }),
        unit: fc
          .tuple(fc.nat(weights.length - 1), fc.nat(3))
          .map(([first, more]) => [first, Math.min(weights.length - 1, first + more)] as const),
      }),
    );
    fc.assert(
      fc.property(cases, ({ weights, tokens, openTurn, unit }) => {
        fc.pre(openTurn <= unit[0] || openTurn > unit[1]);
        const seams = looseSeams(openTurn, { units: [unit] });
        const from = retainedFrom(viewOf(weights), seams, count, tokens);
        const fits = (index: number) => weigh(weights.slice(index)) <= tokens && seams.cutBefore(index);
        const first = weights.findIndex((_, index) => fits(index));
        expect(from).toBe(first < 0 ? openTurn : Math.min(openTurn, first));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps three messages of 900 tokens rather than four of 1,100 when the budget is 1,000', () => {
    expect(retainedFrom(viewOf([500, 200, 300, 300, 300]), looseSeams(4), count, 1_000)).toBe(2);
  });

  it('keeps only the open turn when the budget is 0 or the open turn is larger', () => {
    expect(retainedFrom(viewOf([10, 10, 10]), looseSeams(1), count, 0)).toBe(1);
    expect(retainedFrom(viewOf([10, 5_000, 5_000]), looseSeams(1), count, 1_000)).toBe(1);
    expect(retainedFrom(viewOf([]), looseSeams(0), count, 1_000)).toBe(0);
  });

  it('stops at a summary, which is material for the next one', () => {
    const view = viewOf([10, 10, 10, 10]);
    const fold = {
      id: 'f',
      run: 'r',
      target: { kind: 'span', from: '', to: '' },
      kind: 'summary',
      lossless: false,
      text: 's',
      by: 'x',
    } as const;
    const summary: Row = {
      kind: 'stand-in',
      index: 0,
      from: 0,
      to: 1,
      fold: { ...fold, before: 9, after: 1 },
      message: textMessage('summary', 's'),
      covers: 2,
    };
    const folded = { ...view, rows: [summary, ...view.rows.slice(2)] };
    expect(retainedFrom(folded, looseSeams(3), count, 1_000)).toBe(2);
  });
});
