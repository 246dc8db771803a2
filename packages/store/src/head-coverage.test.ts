import { rangeAt } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionRange } from './context.ts';
import { subtract } from './head-coverage.ts';

/** Ranges in order that do not overlap. */
const apart = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 8 }).map((steps) => {
  let at = 0;
  return steps.map(([gap, length]): PositionRange => {
    const from = at + gap;
    at = from + length + 1;
    return [from, from + length];
  });
});
const anyRanges = fc
  .array(fc.tuple(fc.nat(60), fc.nat(10)), { maxLength: 8 })
  .map((list) => list.map(([from, length]): PositionRange => [from, from + length]).sort((a, b) => a[0] - b[0]));

describe('ranges', () => {
  it('without holes hold every position of the ranges that is in no hole', () => {
    fc.assert(
      fc.property(apart, anyRanges, (ranges, holes) => {
        const left = subtract(ranges, holes);
        for (let position = 0; position < 120; position++) {
          const inRange = ranges.some(([from, to]) => from <= position && position <= to);
          const inHole = holes.some(([from, to]) => from <= position && position <= to);
          expect(rangeAt(left, position) !== undefined).toBe(inRange && !inHole);
        }
      }),
    );
  });
});
