import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tsquery, tsvectors, wordsOf } from './tsvector.ts';

/** The words of a row in the order of their places. */
function wordsIn(row: Buffer): string[] {
  const words: string[] = [];
  let at = 4;
  for (let left = row.readInt32BE(); left > 0; left--) {
    const end = row.indexOf(0, at);
    const word = row.toString('utf8', at, end);
    const places = row.readUInt16BE(end + 1);
    for (let n = 0; n < places; n++) words[row.readUInt16BE(end + 3 + 2 * n) - 1] = word;
    at = end + 3 + 2 * places;
  }
  expect(at).toBe(row.length);
  return words;
}

describe('words as PostgreSQL gets them', () => {
  it('are runs of letters and digits without case and accents', () => {
    expect(wordsOf("Zürich's src/Fold_view.ts: 42 ‘quoted’ \0 \ud83d x")).toEqual([
      'zurich',
      's',
      'src',
      'fold',
      'view',
      'ts',
      '42',
      'quoted',
      'x',
    ]);
  });

  it('are the same beside a letter that has an accent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'e']);
      }),
    );
  });

  it('need no escape, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text)) expect(word).toMatch(/^[^\s'\\:]+$/);
        expect(tsvectors(text).flatMap(wordsIn)).toEqual(wordsOf(text));
      }),
    );
  });

  it('are spread over rows in which every phrase is whole and no word has too many places', () => {
    const text = Array.from({ length: 2_500 }, (_, n) => (n % 3 === 0 ? 'the' : `w${n}`)).join(' ');
    const rows = tsvectors(text);
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) expect(wordsIn(row).filter((word) => word === 'the').length).toBeLessThanOrEqual(250);
    const words = wordsOf(text);
    for (let at = 0; at + 32 <= words.length; at += 7) {
      const phrase = words.slice(at, at + 32);
      const whole = rows.some((row) => wordsIn(row).join(' ').includes(phrase.join(' ')));
      expect(whole, `words ${at} on`).toBe(true);
    }
    expect(tsvectors('a'.repeat(1_000_000)).map(wordsIn)).toEqual([['a'.repeat(500)]]);
  });

  it('make a query of a phrase', () => {
    expect(tsquery({ text: "fold's view", open: true })).toBe("'fold' <-> 's' <-> 'view':*");
    expect(tsquery({ text: '…', open: false })).toBeNull();
  });
});
