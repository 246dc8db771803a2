import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, day, dollars, duration, paybackWords, when } from './figures.ts';

describe('dollars', () => {
  it('keeps the digits that say something', () => {
    expect(dollars(18.4)).toBe('$18.40');
    expect(dollars(1_234.5)).toBe('$1,234.50');
    expect(dollars(0.0036)).toBe('$0.0036');
    expect(dollars(0.1)).toBe('$0.10');
    expect(dollars(0.01)).toBe('$0.01');
    expect(dollars(0.041)).toBe('$0.041');
    expect(dollars(-0.02)).toBe('−$0.02');
  });
  it('never shows something as nothing, nor nothing as something', () => {
    expect(dollars(0)).toBe('$0');
    expect(dollars(0.000_001)).toBe('<$0.0001');
    expect(dollars(null)).toBe('no price');
    fc.assert(fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (value) => dollars(value) !== '$0'));
  });
});

describe('other figures', () => {
  it('rounds turns up: half a turn is not yet paid back', () => {
    expect(paybackWords(0)).toBe('at once');
    expect(paybackWords(0.2)).toBe('1 turn');
    expect(paybackWords(4.1)).toBe('5 turns');
    expect(paybackWords(null)).toBe('not within sight');
  });
  it('names units', () => {
    expect(duration(8)).toBe('8 ms');
    expect(duration(6_400)).toBe('6.4 s');
    expect(bytes(999)).toBe('999 B');
    expect(bytes(1_234_567)).toBe('1.2 MB');
  });
});

const now = new Date(2026, 10, 15, 23, 30);

it('says only what is not plain from now', () => {
  expect(when(new Date(2026, 10, 15, 9, 5).getTime(), now)).toBe('09:05');
  expect(when(new Date(2026, 10, 14, 23, 2).getTime(), now)).toBe('Nov 14, 23:02');
  expect(when(new Date(2025, 0, 3, 0, 0).getTime(), now)).toBe('Jan 3, 2025, 00:00');
  expect(day(new Date(2026, 1, 1).getTime(), now)).toBe('Feb 1');
});
