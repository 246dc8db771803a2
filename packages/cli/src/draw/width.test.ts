import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fit, fitMiddle, tame, widthOf, wrapped } from './width.ts';

it('knows that some characters take two columns and colours none', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('日本')).toBe(4);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('👩‍💻')).toBe(2);
  expect(widthOf('\u001b[31mred\u001b[39m')).toBe(3);
});

it('cuts between characters and shows that it did', () => {
  expect(fit('packages', 8)).toBe('packages');
  expect(fit('packages', 5)).toBe('pack…');
  expect(fit('日本語', 4)).toBe('日…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
      expect(widthOf(fit(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});

it('cuts in the middle where the end tells things apart', () => {
  expect(fitMiddle('read packages/core/src/one-call.ts', 20)).toBe('read pa…/one-call.ts');
  expect(fitMiddle('short', 20)).toBe('short');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
      expect(widthOf(fitMiddle(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});

it('takes out of a text all that could drive a terminal', () => {
  expect(tame('a\u001b[2Jb\r\nc\u0007\u009b31m\u202ed')).toBe('ab c d');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tame(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});

it('breaks lines between words, keeps every word and no space at the beginning of a line', () => {
  expect(wrapped('one two three', 8)).toBe('one two\nthree');
  expect(wrapped('  in by two', 7)).toBe('  in by\n  two');
  const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (said, width) => {
      const lines = wrapped(said.join(' '), width).split('\n');
      expect(lines.join(' ')).toBe(said.join(' '));
      for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
    }),
  );
});
