import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textMessage } from './message.ts';
import { isOlder, retainedFrom, retentionIn } from './retention.ts';
import { looseSeams, plainView, unitCounter } from './testing/stand-ins.ts';
import type { Row } from './view.ts';

const count = unitCounter(0);
const viewOf = (weights: readonly number[]) => plainView(weights.map((weight) => textMessage('user', 'x'.repeat(weight))));
const weigh = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);
const only = (messages: number) => ({ messages, steps: messages });

describe('retainedFrom', () => {
  it('keeps the largest runs that fit and start at a seam, of messages and of steps, never less than the newest step', () => {
    const cases = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 }).chain((weights) =>
      fc.record({
        weights: fc.constant(weights),
        messages: fc.integer({ min: 0, max: 600 }),
        steps: fc.integer({ min: 0, max: 600 }),
        request: fc.nat(weights.length),
        newest: fc.nat(weights.length),
        unit: fc
          .tuple(fc.nat(weights.length - 1), fc.nat(3))
          .map(([first, more]) => [first, Math.min(weights.length - 1, first + more)] as const),
      }),
    );
    fc.assert(
      fc.property(cases, ({ weights, messages, steps, request, newest, unit }) => {
        fc.pre(request < unit[0] || request > unit[1]);
        fc.pre(newest > request && (newest <= unit[0] || newest > unit[1]));
        const seams = looseSeams(request, { units: [unit], newest });
        const kept = retainedFrom(viewOf(weights), seams, count, { messages, steps: Math.max(messages, steps) });
        const first = (from: number, most: number, usual: number) => {
          const found = weights.findIndex((_, at) => at >= from && weigh(weights.slice(at)) <= most && seams.cutBefore(at));
          return found < 0 ? usual : Math.min(found, usual);
        };
        expect(kept.history).toBe(first(0, messages, request));
        expect(kept.steps).toBe(first(request + 1, Math.max(messages, steps), newest));
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps three messages of 900 tokens rather than four of 1,100 when the budget is 1,000', () => {
    expect(retainedFrom(viewOf([500, 200, 300, 300, 300]), looseSeams(4), count, only(1_000)).history).toBe(2);
  });

  it('gives steps the larger of the budget and 15 % of the room, and no history where steps are more than the budget', () => {
    expect(retentionIn(100_000, 1_000)).toEqual({ messages: 1_000, steps: 15_000 });
    expect(retentionIn(2_000, 1_000)).toEqual({ messages: 1_000, steps: 1_000 });
    const view = viewOf([10, 10, 400, 400, 400, 400]);
    const seams = looseSeams(1, { newest: 5 });
    expect(retainedFrom(view, seams, count, retentionIn(6_000, 100))).toEqual({ history: 1, steps: 4 });
    expect(retainedFrom(view, seams, count, retentionIn(6_000, 2_000))).toEqual({ history: 0, steps: 2 });
    expect([0, 1, 2, 3, 4].map((index) => isOlder(seams, { history: 1, steps: 4 }, index))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('keeps the newest step however much it weighs', () => {
    expect(retainedFrom(viewOf([10, 10, 10]), looseSeams(0, { newest: 2 }), count, only(0)).steps).toBe(2);
    expect(retainedFrom(viewOf([10, 5_000, 5_000]), looseSeams(0, { newest: 2 }), count, only(1_000)).steps).toBe(2);
    expect(retainedFrom(viewOf([]), looseSeams(0), count, only(1_000)).history).toBe(0);
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
    expect(retainedFrom(folded, looseSeams(3), count, only(1_000)).history).toBe(2);
  });
});
