import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condensed, fileOf, numbered, shownResults, start, use } from '../../testing/tool-talk.ts';

const text = fileOf(20).join('\n');
const read = (path: string, output = text) => use('Read', { file_path: path }, output);

describe('a read that was made before', () => {
  it('becomes a reference to the first, in the wording that is fixed', () => {
    const outcome = condensed([start, ...read('src/a.ts'), ...read('src/a.ts')]);
    expect(shownResults(outcome)).toEqual([
      text,
      '⟨ File content already provided above ⟩\n⟨ Reference: See message #2 for Read src/a.ts, all lines, 2 messages ago ⟩',
    ]);
    expect(outcome.folds).toMatchObject([
      {
        kind: 'reference',
        lossless: true,
        by: 'lossless-repeated-reads',
        origins: [{ type: 'file', path: 'src/a.ts', operation: 'Read' }],
      },
    ]);
  });

  it('may be any range of what was read, and is named by the numbers of the file', () => {
    const lines = fileOf(60);
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 30 }), fc.integer({ min: 12, max: 30 }), (from, count) => {
        const outcome = condensed([
          start,
          ...use('Read', { file_path: 'a.ts', offset: 11 }, numbered(lines.slice(10), 11)),
          ...use(
            'Read',
            { file_path: 'a.ts', offset: from + 1, limit: count },
            numbered(lines.slice(from, from + count), from + 1),
          ),
        ]);
        expect(shownResults(outcome)[1]).toBe(
          `⟨ File content already provided above ⟩\n⟨ Reference: See message #2 for Read a.ts, lines ${from + 1}-${from + count}, 2 messages ago ⟩`,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('is left to other passes when it is of another file or too short to pay', () => {
    expect(shownResults(condensed([start, ...read('a.ts', 'x'), ...read('a.ts', 'x')]))).toEqual(['x', 'x']);
    const other = condensed([start, ...read('a.ts'), ...read('b.ts')]);
    expect(other.folds.map(({ by }) => by)).toEqual(['lossless-line-runs']);
  });
});
