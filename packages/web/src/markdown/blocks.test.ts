import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Blocks, blocksOf, runsOf } from './blocks.ts';

const PIECES = [
  'A paragraph of words.',
  '# A heading',
  'Set as a heading\n---',
  '- one\n- two',
  '- one\n\n  and more of it',
  '1. first\n\n2. second',
  '2. second\n3. third\n   - inner\n\n   - inner, apart',
  '* [ ] to do\n* [x] done\n*',
  '- ```\n  code that is never closed\n\n- and on',
  '+ one\nlazily on\n+ two\n    + deep\n\n      deeper',
  '-',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```',
  '~~~\nnever closed',
  '> quoted\n> twice\nlazily',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '    indented code\n\n    goes on',
  '<div>\nmarkup\n</div>',
  '$$\nx = 1\n\ny = 2\n$$',
  '---',
  'A long line of words that goes on and on - and | has * what > might # begin something else.',
  '<details><summary>A long line that begins as markup and then goes on</summary>',
  '**half bold',
  '  ',
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('\n', '\n\n', '\n\n\n')), { maxLength: 12 })
  .map((pieces) => pieces.flat().join(''));

const texts = (whole: string) => blocksOf(whole).blocks.map((block) => block.text);

describe('blocks', () => {
  it('together are the text', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(texts(whole).join('')).toBe(whole);
      }),
    );
  });

  it('come out the same whether the text came at once or bit by bit', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, step) => {
        let grown: Blocks | undefined;
        for (let end = step; end < whole.length + step; end += step) grown = blocksOf(whole.slice(0, end), grown);
        expect(grown?.blocks ?? []).toEqual(blocksOf(whole).blocks);
      }),
    );
  });

  it('what stands before the last two is never read again', () => {
    const before = blocksOf('One.\n\nTwo.\n\nThree.\n\nFour.');
    const after = blocksOf(`${before.text}\n\nFive.`, before);
    expect(after.blocks.slice(0, 2)).toEqual(before.blocks.slice(0, 2));
    expect(blocksOf(after.text, after)).toBe(after);
  });

  it('a text whose blocks speak of each other is read as one', () => {
    const whole = 'See [the page][1].\n\nMore.\n\n[1]: https://example.com\n';
    expect(texts(whole)).toEqual([whole]);
  });

  it('items of a list are blocks of their own, and one list all the same', () => {
    const before = blocksOf('1. One.\n\n2. Two.\n\n3. Three.\n\n4. Four.');
    const after = blocksOf(`${before.text}\n\n5. Five.\n\n- Six`, before);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(runsOf(after.blocks).map(({ run }) => run.length)).toEqual([5, 1]);
  });
});
