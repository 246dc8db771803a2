import fc from 'fast-check';

/** What looks like a letter in some font, or is drawn as one by compatibility. */
const LOOKALIKES: Readonly<Record<string, readonly string[]>> = {
  r: ['r', 'R', 'ｒ', '𝐫', 'ⓡ', 'г', 'ꭇ', 'ŕ', 'Ꭱ'],
  e: ['e', 'E', 'е', 'Е', 'ｅ', '℮', 'é', '3', 'Ε'],
  c: ['c', 'C', '(', 'с', 'ϲ', 'ⅽ', 'ｃ', 'ç', 'Ⲥ'],
  o: ['o', 'O', '()', 'о', 'ο', '0', 'օ', 'ｏ', 'ö', '𝟎'],
  d: ['d', 'D', 'ԁ', 'ⅾ', 'ｄ', 'ḍ', 'ꓒ', 'cl', 'cI', 'c1', 'c|', 'сl', 'ol'],
  m: ['m', 'M', 'rn', 'rп', 'гn', 'nn', 'ⅿ', 'м'],
  p: ['p', 'P', 'р', 'ρ'],
  s: ['s', 'S', '5', '$', 'ѕ', 'ꜱ'],
  a: ['a', 'A', '4', '@', 'ci', 'а', 'ɑ'],
  g: ['g', 'G', '9', 'q', 'cj', 'ɡ'],
  u: ['u', 'U', 'υ', 'ս'],
  y: ['y', 'Y', 'ij', 'у'],
  '<': ['<', '＜', '﹤', '≮', '‹', '⟨', '〈', '❮', 'ᐸ'],
  '/': ['/', '／', '∕', '⁄', '//', '\\'],
  '[': ['[', '［', '⟦', '【', '〔'],
  ']': [']', '］', '⟧', '】', '〕'],
  '>': ['>', '＞', '≯', '›', '⟩', '〉'],
};
const UNSEEN = [
  ...'\u0000\u0007\u001f\u007f\u0085\u00ad\u034f\u115f\u1160\u200b\u200e\u2028\u2060\u2800\u3164\ufe0f\uffa0\ufeff',
  '\u{e0041}',
  '\n',
  ' ',
];

/** Ways to write a mark so that a reader may take it for one: letters that look alike, and between them what nobody sees. */
export const spellingOf = (mark: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...[...mark].map((sign) =>
        fc.tuple(
          fc.constantFrom(...(LOOKALIKES[sign] ?? [sign])),
          fc.array(fc.constantFrom(...UNSEEN), { maxLength: 2 }).map((all) => all.join('')),
        ),
      ),
    )
    .map((signs) => signs.map((pair) => pair.join('')).join(''));
