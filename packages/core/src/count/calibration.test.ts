import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Calibration, factorOf, isCalibrated, observe, observeRefusal, UNCALIBRATED } from './model-counter.ts';

const tokens = fc.integer({ min: 200, max: 1_000_000 });
const bill = fc.record({ model: fc.constantFrom('a', 'b', '__proto__', 'constructor'), counted: tokens, billed: tokens });
const learning = fc.array(bill, { maxLength: 30 });
const learn = (bills: readonly { model: string; counted: number; billed: number }[], from: Calibration = UNCALIBRATED) =>
  bills.reduce((state, { model, counted, billed }) => observe(state, model, counted, billed), from);

describe('observe', () => {
  it('takes the median of the newest bills, and none before there are three', () => {
    const bills = (...ratios: number[]) => learn(ratios.map((ratio) => ({ model: 'm', counted: 1_000, billed: 1_000 * ratio })));
    expect([factorOf(bills(1.3, 1.4), 'm'), isCalibrated(bills(1.3, 1.4), 'm')]).toEqual([1, false]);
    expect(factorOf(bills(1.3, 1.5, 1.2), 'm')).toBeCloseTo(1.3);
    expect(factorOf(bills(1.2, 1.4, 1.3, 1.5), 'm')).toBeCloseTo(1.35);
  });

  it('is moved out of the range of honest bills by no bill, and by no single one at all', () => {
    const honest = fc.array(fc.double({ min: 1.1, max: 1.3, noNaN: true }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(honest, fc.double({ min: 0.01, max: 50, noNaN: true }), (ratios, odd) => {
        const state = learn(ratios.map((ratio) => ({ model: 'a', counted: 10_000, billed: 10_000 * ratio })));
        expect(factorOf(observe(state, 'a', 10_000, 10_000 * odd), 'a')).toSatisfy(
          (factor: number) => factor >= 1.09 && factor <= 1.31,
        );
      }),
    );
  });

  it('keeps every factor within 0.7 and 1.6', () => {
    fc.assert(
      fc.property(learning, fc.double({ min: 0, max: 9, noNaN: true }), (bills, said) => {
        const state = observeRefusal(learn(bills), 'a', said);
        for (const model of ['a', 'b'])
          expect(factorOf(state, model)).toSatisfy((factor: number) => factor >= 0.7 && factor <= 1.6);
      }),
    );
  });

  it('finds a steady factor, whatever came before', () => {
    fc.assert(
      fc.property(learning, fc.double({ min: 0.7, max: 1.6, noNaN: true }), (bills, truth) => {
        const steady = Array.from({ length: 9 }, () => ({ model: 'a', counted: 100_000, billed: 100_000 * truth }));
        expect(factorOf(learn(steady, learn(bills)), 'a')).toBeCloseTo(truth, 2);
      }),
    );
  });

  it('raises a factor at once when a request was refused, and forgets that over later bills', () => {
    const settled = learn(Array(9).fill({ model: 'm', counted: 1_000, billed: 1_100 }));
    const refused = observeRefusal(settled, 'm', 1.4);
    expect(factorOf(refused, 'm')).toBeCloseTo(1.4);
    expect(factorOf(learn(Array(5).fill({ model: 'm', counted: 1_000, billed: 1_100 }), refused), 'm')).toBeCloseTo(1.1);
  });

  it('learns of one model nothing about another', () => {
    fc.assert(
      fc.property(learning, (bills) => {
        const state = learn(bills.filter(({ model }) => model !== 'b'));
        expect([factorOf(state, 'b'), isCalibrated(state, 'b')]).toEqual([1, false]);
      }),
    );
  });

  it('changes no state it was given and survives storage', () => {
    fc.assert(
      fc.property(learning, bill, (bills, { model, counted, billed }) => {
        const state = learn(bills);
        const kept = JSON.stringify(state);
        const next = observe(state, model, counted, billed);
        expect(JSON.stringify(state)).toBe(kept);
        expect(factorOf(JSON.parse(JSON.stringify(next)) as Calibration, model)).toBe(factorOf(next, model));
      }),
    );
  });

  it.each([
    [0, 100],
    [199, 300],
    [1_000, 0],
    [1_000, -5],
    [Number.NaN, 100],
    [1_000, Number.NaN],
    [1_000, Number.POSITIVE_INFINITY],
    [1_000, 2_200],
    [1_000, 500],
  ])('ignores %d counted and %d billed', (counted, billed) => {
    expect(observe(UNCALIBRATED, 'm', counted, billed)).toBe(UNCALIBRATED);
  });
});
