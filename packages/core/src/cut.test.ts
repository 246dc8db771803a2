import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, cutToTokens, graphemeStart, TRUNCATED } from './cut.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const boundaries = (text: string) => new Set([0, text.length, ...[...segmenter.segment(text)].map(({ index }) => index)]);
const odd = fc.constantFrom(
  'a',
  ' ',
  '\r\n',
  '\n',
  '👩‍👩‍👧‍👦',
  '🇨🇭',
  '🇯🇵',
  '🇺',
  'e\u0301\u0323',
  '각',
  '👍🏽',
  '漢',
  '\u200d',
  '1️⃣',
);
const texts = fc.array(odd, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('cut', () => {
  it('[N2] never tears a grapheme, also in a long row of flags', () => {
    fc.assert(
      fc.property(texts, fc.nat(200), (text, at) => {
        const start = graphemeStart(text, at);
        expect(start).toBeLessThanOrEqual(Math.max(0, at));
        expect(boundaries(text).has(start)).toBe(true);
      }),
    );
    const flags = '🇨🇭'.repeat(50);
    for (let at = 0; at < flags.length; at++) expect(graphemeStart(flags, at) % 4).toBe(0);
  });

  it('[N2] cuts what no one writes between code points', () => {
    const endless = `x${'\u0301'.repeat(500)}`;
    expect(graphemeStart(endless, 300)).toBe(300);
    const pairs = `x${'\u{1f3fb}'.repeat(200)}`;
    expect(graphemeStart(pairs, 302).valueOf() % 2).toBe(1);
  });

  it('[N2] keeps the first lines or characters, marks the cut, and does nothing twice', () => {
    fc.assert(
      fc.property(
        texts,
        fc.record({ maxChars: fc.option(fc.nat(80), { nil: undefined }), maxLines: fc.option(fc.nat(6), { nil: undefined }) }),
        (text, given) => {
          const limit = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
          const cut = cutText(text, limit);
          expect(cutText(cut, limit)).toBe(cut);
          if (cut === text) return;
          const kept = cut === TRUNCATED ? '' : cut.slice(0, -TRUNCATED.length - 1);
          expect(text.startsWith(kept)).toBe(true);
          expect(boundaries(text).has(kept.length)).toBe(true);
          if (given.maxChars !== undefined) expect(kept.length).toBeLessThanOrEqual(given.maxChars);
          if (given.maxLines !== undefined && given.maxLines > 0)
            expect(kept.split('\n').length).toBeLessThanOrEqual(given.maxLines);
        },
      ),
    );
  });

  it('splits no line break of two characters', () => {
    expect(cutText('one\r\ntwo\r\nthree', { maxLines: 2 })).toBe(`one\r\ntwo\n${TRUNCATED}`);
    expect(cutText('one\ntwo', { maxLines: 0 })).toBe(TRUNCATED);
    expect(cutText('one\ntwo', { maxLines: 1, addEllipsis: false })).toBe('one');
    expect(cutText('as it is', {})).toBe('as it is');
  });

  it('comes down to a weight, marker included, as far as that goes', () => {
    const weigh = (text: string) => text.length;
    fc.assert(
      fc.property(texts, fc.nat(120), (text, tokens) => {
        const cut = cutToTokens(text, tokens, weigh);
        expect(weigh(cut) <= Math.max(tokens, TRUNCATED.length)).toBe(true);
        if (weigh(text) <= tokens) expect(cut).toBe(text);
      }),
    );
  });
});
