import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineIndex } from './line-index.ts';
import { lineAt, linesOf } from './lines.ts';

const line = fc.constantFrom('', '}', 'a', 'let x = 1;', 'a line long enough to be looked up all by itself, so it is');
const text = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.join('\n'));

describe('lineIndex', () => {
  it('finds only lines that are the same, and always a pair that was added last', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, (sources, target) => {
        const index = lineIndex();
        const added = sources.map((source) => linesOf(source));
        for (const source of added) index.add(source);
        const lines = linesOf(target);
        for (let at = 0; at < lines.count; at++) {
          const match = index.find(lines, at, -1);
          const pair = `${lineAt(lines, at)}\n${at + 1 < lines.count ? lineAt(lines, at + 1) : '?'}`;
          const isThere = at + 1 < lines.count && sources.length === 1 && `\n${sources[0]}\n`.includes(`\n${pair}\n`);
          if (isThere) expect(match?.count).toBeGreaterThan(1);
          if (match === null) continue;
          const source = added[match.source];
          for (let i = 0; i < match.count; i++) expect(source && lineAt(source, match.line + i)).toBe(lineAt(lines, at + i));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes the longest run, and a near one before one that is hardly longer', () => {
    const index = lineIndex();
    const near = index.add(linesOf('a1\nb2\nc3\nx'));
    const far = index.add(linesOf('a1\nb2\nc3\nd4\ny'));
    const wanted = linesOf('a1\nb2\nc3\nd4\ne5');
    expect(index.find(wanted, 0, -1)).toEqual({ source: far, line: 0, count: 4 });
    expect(index.find(wanted, 0, near)).toEqual({ source: near, line: 0, count: 3 });
  });

  it('still finds the earliest text after many others', () => {
    const index = lineIndex();
    const textOf = (number: number) => Array.from({ length: 50 }, (_, i) => `line ${i} of ${number}`).join('\n');
    for (let number = 0; number < 200; number++) index.add(linesOf(textOf(number)));
    for (const number of [0, 99, 199])
      expect(index.find(linesOf(textOf(number)), 0, -1)).toEqual({ source: number, line: 0, count: 50 });
  });
});
