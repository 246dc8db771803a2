import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copiedHead, looksFolded, readReference, referenceMark } from './marks.ts';

const reference = fc.record(
  {
    place: fc.record({ message: fc.nat(100_000), part: fc.integer({ min: 1, max: 9 }) }),
    what: fc.oneof(
      fc.string(),
      fc.constantFrom('Read a, lines 3-4', 'x ⟩\n⟨ y', 'part 2, z', 'lines ↑: q', ', 3 messages ago', '\ud800', '𝒳'.repeat(40)),
    ),
    lines: fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }))
      .map(([from, more]) => [from, from + more] as const),
    ago: fc.nat(100_000),
  },
  { requiredKeys: ['place', 'what', 'ago'] },
);

describe('reference marks', () => {
  it('say where and which lines to a reader who knows nothing else', () => {
    fc.assert(
      fc.property(reference, (given) => {
        const read = readReference(referenceMark(given));
        const { lines } = given;
        expect(read).toMatchObject({ place: given.place, ago: given.ago, copied: false });
        expect(read?.lines).toEqual(lines);
        expect(readReference(copiedHead(given))).toMatchObject({ place: given.place, ago: given.ago, copied: true });
      }),
      { numRuns: 1_000 },
    );
  });

  it('are one well-formed line that is known for a fold', () => {
    fc.assert(
      fc.property(reference, (given) => {
        for (const mark of [referenceMark(given), copiedHead(given)]) {
          expect(mark.isWellFormed()).toBe(true);
          expect(mark).not.toContain('\n');
          expect(looksFolded(mark)).toBe(true);
        }
      }),
    );
  });

  it('have the wording that is fixed', () => {
    const mark = referenceMark({ place: { message: 12, part: 1 }, what: 'Read src/a.ts', lines: [4, 9], ago: 14 });
    expect(mark).toBe('⟨ Reference: See message #12 for Read src/a.ts, lines 4-9, 14 messages ago ⟩');
  });
});
