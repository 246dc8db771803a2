import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff, withoutMiddles } from './line-diff.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 }).map((lines) => `${lines.join('\n')}\n`);

describe('lineDiff', () => {
  it('gives both texts back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = lineDiff(before, after);
        const side = (left: 'gone' | 'new') =>
          pieces
            .filter(({ kind }) => kind !== left)
            .flatMap(({ lines }) => lines)
            .map((line) => `${line}\n`)
            .join('');
        expect(side('new')).toBe(before);
        expect(side('gone')).toBe(after);
      }),
    );
  });
  it('is bounded for texts that have nothing in common', () => {
    const before = Array.from({ length: 20_000 }, (_, line) => `old ${line}`).join('\n');
    const after = Array.from({ length: 20_000 }, (_, line) => `new ${line}`).join('\n');
    expect(lineDiff(before, after).map(({ kind }) => kind)).toEqual(['gone', 'new']);
  });
  it('leaves out long middles only, and says how many lines', () => {
    const long = Array.from({ length: 20 }, (_, line) => String(line));
    expect(
      withoutMiddles([{ kind: 'same', lines: long }]).map((one) => (one.kind === 'left-out' ? one.count : one.lines.length)),
    ).toEqual([3, 14, 3]);
    expect(withoutMiddles([{ kind: 'gone', lines: long }])).toEqual([{ kind: 'gone', lines: long }]);
  });
});
