import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrasesOf, spaced } from './fts.ts';

describe('words', () => {
  it('[Q1] any text is a query of few phrases, each with something to look for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const phrases = phrasesOf(text);
        expect(phrases.length).toBeLessThanOrEqual(32);
        for (const [index, { text: words, open }] of phrases.entries()) {
          expect(words).toMatch(/[\p{L}\p{N}\p{Co}]/u);
          expect(words).not.toContain('"');
          if (open) expect(index).toBe(phrases.length - 1);
        }
      }),
    );
  });

  it('quotes join words; only the last word outside of quotes may go on', () => {
    expect(phrasesOf('fix "the parser" no')).toEqual([
      { text: 'fix', open: false },
      { text: 'the parser', open: false },
      { text: 'no', open: true },
    ]);
    expect(phrasesOf('"done"')).toEqual([{ text: 'done', open: false }]);
  });

  it('[H14] a zero byte parts words', () => {
    expect(phrasesOf('a\0b').map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it('letters of scripts without spaces stand apart', () => {
    expect(spaced('東京 ok').split(/\s+/).filter(Boolean)).toEqual(['東', '京', 'ok']);
  });
});
