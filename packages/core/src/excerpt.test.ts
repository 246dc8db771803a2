import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRUNCATED } from './cut.ts';
import { excerpt } from './excerpt.ts';

const words = (text: string) => text.split(/\s+/u).filter((word) => word !== '').length;
const log = [
  ...Array.from({ length: 50 }, (_, i) => `step ${i} went well`),
  'Error: disk is full',
  ...Array(49).fill('and on'),
  'the end',
];

describe('excerpt', () => {
  it('keeps the beginning, what failed, and the end, in order', () => {
    const cut = excerpt(log.join('\n'), 40, words);
    const at = ['step 0 went well', TRUNCATED, 'Error: disk is full', 'the end'].map((line) => cut.split('\n').indexOf(line));
    expect(at.every((line) => line >= 0)).toBe(true);
    expect([...at].sort((a, b) => a - b)).toEqual(at);
  });

  it('is within its limit, marked and well-formed, and leaves alone what fits', () => {
    const lines = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('error: x y z'), fc.constant('👩‍👩‍👧 a\r')));
    fc.assert(
      fc.property(lines, fc.integer({ min: 4, max: 60 }), (given, limit) => {
        const text = given.join('\n').toWellFormed();
        const cut = excerpt(text, limit, words);
        if (words(text) <= limit) {
          expect(cut).toBe(text);
          return;
        }
        expect(words(cut)).toBeLessThanOrEqual(limit);
        expect(cut).toContain(TRUNCATED);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  it('cuts one endless line from its beginning', () => {
    expect(excerpt('word '.repeat(1_000), 20, words)).toMatch(/^word word[\s\S]*truncated ⟩$/u);
  });
});
