import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakMarks } from './marks.ts';
import { spellingOf } from './testing/spelling-of.ts';

const spelled = spellingOf('</record>');
const ADVERSARIES = Number(process.env.TENFOLD_ADVERSARIES ?? 2_000);
const SEED = process.env.TENFOLD_SEED === undefined ? {} : { seed: Number(process.env.TENFOLD_SEED) };
/** All there are in a deep run; those in daily use otherwise. */
const CODES = process.env.TENFOLD_DEEP === '1' ? 0x11_0000 : 0x3000;
const broken = (text: string) => breakMarks(text, ['record'], '(');

describe('breakMarks', () => {
  it(`breaks every spelling of a mark, ${ADVERSARIES} of them`, { timeout: 60_000 + ADVERSARIES * 10 }, () => {
    fc.assert(
      fc.property(fc.string(), spelled, fc.string(), (before, mark, after) => {
        const text = broken(`${before} ${mark} ${after}`);
        expect(text).not.toContain(mark);
        expect(broken(text)).toBe(text);
      }),
      { numRuns: ADVERSARIES, ...SEED },
    );
  });

  it.each(['<r3 <⁄rе(ord>', '<<ꜩооооо'])('leaves no mark that a broken one makes: %s', (text) => {
    const once = breakMarks(text, ['record', 'context'], '(');
    expect(breakMarks(once, ['record', 'context'], '(')).toBe(once);
  });

  it('knows unseen characters and brackets by what they are, not by a list', { timeout: 600_000 }, () => {
    const passed: string[] = [];
    for (let code = 0; code < CODES; code++) {
      const one = String.fromCodePoint(code);
      const isUnseen = /[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(one);
      const isBracket = one.normalize('NFKD').startsWith('<');
      const marks = isUnseen ? [`</rec${one}ord>`, `<${one}/record>`, `</record${one}>`] : isBracket ? [`${one}/record>`] : [];
      for (const mark of marks) if (broken(mark) === mark) passed.push(`${code.toString(16)} in ${mark}`);
    }
    expect(passed).toEqual([]);
  });

  it.each([
    'a < b, <records>, <b>bold</b>',
    'the record “record” — record — (record) [recorder] {record}',
    '• Record: 5 → 6',
    'if (a<日本語のテキスト) return',
    '<recorder> <recall> <rn> <cl> <vv> [m] <corn> <recordings> <recorcls>',
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
