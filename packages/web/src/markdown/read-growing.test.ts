import * as fc from 'fast-check';
import remend from 'remend';
import { describe, expect, it } from 'vitest';
import { mathMarks } from './math-marks.ts';
import { type Growing, readGrowing, readGrown } from './read-growing.ts';
import { readElements } from './read-markdown.ts';

const PIECES = [
  'The walrus rests on the ice near the shore',
  ' and dives, once more (for clams)!',
  ' in **March** and',
  ' **half bold and on',
  ' *slanted',
  ' _under_score and snake_case_name',
  ' `walrus.ts` then',
  ' `never closed',
  ' [a link](https://example.com/a) there',
  ' [a link that is cut',
  ' see www.example.com or https://example.com/x and mail me@example.com now',
  ' &copy; 5 &amp',
  ' costs $5 and $x$ or \\(y\\)',
  ' a ~~struck~~ word',
  ' <b>bold</b> <i',
  '\n',
  '\n- item of a list that goes on for long',
  '\n> quoted for a while and then some more',
  '\n| a cell of a table | another one of it',
  '  ',
  ' 1) two. three:',
  ' to me@example',
  '.com or www',
  '.example.com: https',
  '://example.com/and on',
  ' e.g. walrus.ts – “so” … a-b.',
];
const text = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'position' || key === 'data' ? undefined : inner)));

describe('a block that grows', () => {
  it('stands at every step as if it had been read at once', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (whole, step) => {
        let growing: Growing | undefined;
        for (let length = step; length < whole.length + step; length += step) {
          const come = whole.slice(0, length);
          growing = readGrowing(come, growing);
          expect(plain(growing.elements)).toEqual(plain(readElements(mathMarks(remend(come.replace(/ +$/, ''))))));
        }
        const over = `${whole}\n\n`;
        expect(plain(readGrown(over, growing))).toEqual(plain(readElements(mathMarks(over))));
      }),
      { numRuns: 15 },
    );
  });

  it('is not read again for words alone', () => {
    const first = readGrowing('The walrus rests on the ice near the **shore** and dives');
    const next = readGrowing(`${first.text} for clams, once more`, first);
    expect(next.elements).toBe(first.elements);
    expect(JSON.stringify(plain(next.elements))).toContain(' and dives for clams, once more');
  });
});
