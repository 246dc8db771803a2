import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Calibration, factorOf, freezeCalibration, isCalibrated, observe, UNCALIBRATED } from './calibration.ts';

const tokens = fc.integer({ min: 200, max: 1_000_000 });
const bill = fc.record({ model: fc.constantFrom('a', 'b', '__proto__', 'constructor'), counted: tokens, billed: tokens });
const learning = fc.array(bill, { maxLength: 30 });
const learn = (bills: readonly { model: string; counted: number; billed: number }[], from: Calibration = UNCALIBRATED) =>
  bills.reduce((state, { model, counted, billed }) => observe(state, model, counted, billed), from);

describe('observe', () => {
  it('keeps every factor within 0.7 and 2.2', () => {
    fc.assert(
      fc.property(learning, (bills) => {
        const state = learn(bills);
        for (const { model } of bills)
          expect(factorOf(state, model)).toSatisfy((factor: number) => factor >= 0.7 && factor <= 2.2);
      }),
    );
  });

  it('finds a steady factor, whatever came before', () => {
    fc.assert(
      fc.property(learning, fc.double({ min: 0.7, max: 2.2, noNaN: true }), (bills, truth) => {
        const steady = Array.from({ length: 80 }, () => ({ model: 'a', counted: 100_000, billed: 100_000 * truth }));
        expect(factorOf(learn(steady, learn(bills)), 'a')).toBeCloseTo(truth, 2);
      }),
    );
  });

  it('takes the first bill as it is', () => {
    expect(factorOf(observe(UNCALIBRATED, 'm', 1_000, 1_300), 'm')).toBeCloseTo(1.3);
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

  it('learns nothing when frozen, and again when thawed', () => {
    const frozen = freezeCalibration(observe(UNCALIBRATED, 'm', 1_000, 1_300));
    expect(observe(frozen, 'm', 1_000, 2_000)).toBe(frozen);
    expect(factorOf(observe(freezeCalibration(frozen, false), 'm', 1_000, 1_500), 'm')).toBeGreaterThan(1.3);
  });

  it.each([
    [0, 100],
    [199, 300],
    [1_000, 0],
    [1_000, -5],
    [Number.NaN, 100],
    [1_000, Number.NaN],
    [1_000, Number.POSITIVE_INFINITY],
  ])('ignores %d counted and %d billed', (counted, billed) => {
    expect(observe(UNCALIBRATED, 'm', counted, billed)).toBe(UNCALIBRATED);
  });
});
