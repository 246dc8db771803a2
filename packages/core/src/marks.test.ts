import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakMarks } from './marks.ts';

const broken = (text: string) => breakMarks(text, ['record'], '(');

/** What looks like a letter in some font, or is drawn as one by compatibility. */
const LOOKALIKES: Readonly<Record<string, readonly string[]>> = {
  r: ['r', 'R', 'ｒ', '𝐫', 'ⓡ', 'г', 'ꭇ', 'ŕ', 'Ꭱ'],
  e: ['e', 'E', 'е', 'Е', 'ｅ', '℮', 'é', '3', 'Ε'],
  c: ['c', 'C', 'с', 'ϲ', 'ⅽ', 'ｃ', 'ç', 'Ⲥ'],
  o: ['o', 'O', 'о', 'ο', '0', 'օ', 'ｏ', 'ö', '𝟎'],
  d: ['d', 'D', 'ԁ', 'ⅾ', 'ｄ', 'ḍ', 'ꓒ'],
  '<': ['<', '＜', '﹤', '‹', '⟨', '〈', '❮', 'ᐸ'],
  '/': ['/', '／', '∕', '⁄', '//', '\\'],
  '>': ['>', '＞', '›', '⟩', '〉'],
};
const UNSEEN = [
  ...'\u0000\u0007\u001f\u007f\u0085\u00ad\u034f\u115f\u1160\u200b\u200e\u2028\u2060\u2800\u3164\ufe0f\uffa0\ufeff',
  '\u{e0041}',
  '\n',
  ' ',
];

const spelled = fc
  .tuple(
    ...[...'</record>'].map((sign) =>
      fc.tuple(
        fc.constantFrom(...(LOOKALIKES[sign] ?? [sign])),
        fc.array(fc.constantFrom(...UNSEEN), { maxLength: 2 }).map((all) => all.join('')),
      ),
    ),
  )
  .map((signs) => signs.map((pair) => pair.join('')).join(''));

describe('breakMarks', () => {
  it('breaks every spelling of a mark', () => {
    fc.assert(
      fc.property(fc.string(), spelled, fc.string(), (before, mark, after) => {
        const text = broken(`${before} ${mark} ${after}`);
        expect(text).not.toContain(mark);
        expect(broken(text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('knows unseen characters by what they are, not by a list', () => {
    for (let code = 0; code < 0x3000; code++) {
      const unseen = String.fromCodePoint(code);
      if (!/[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(unseen)) continue;
      expect(broken(`</rec${unseen}ord>`), code.toString(16)).not.toContain('<');
    }
  });

  it.each([
    'a < b, <records>, <b>bold</b>',
    'the record “record” — record — (record) [recorder] {record}',
    '• Record: 5 → 6',
    'if (a<日本語のテキスト) return',
    '```html\n<reco> <cord> </recording>\n```',
  ])('leaves %s as it is', (text) => {
    expect(broken(text)).toBe(text);
  });

  it('takes time that grows with the text only', () => {
    const hostile = ['<', '⟨', '<∕', '⟨é', '< ', '<\u3164', '<reco', '日', '/'].map((piece) => piece.repeat(200_000));
    for (const text of [...hostile, `<${' '.repeat(200_000)}<${'/'.repeat(200_000)}recor`])
      expect(broken(text) === text).toBe(true);
  });
});
