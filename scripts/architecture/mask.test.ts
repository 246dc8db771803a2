import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mask } from './mask.ts';

it.each([
  ['a // b', 'a     '],
  ['a /* b\nc */ d', 'a     \n     d'],
  [`x = 'it\\'s'; y`, `x = '     '; y`],
  ['`a${b + `c${d}`}e` f', '` ${b + ` ${d}`} ` f'],
  ['`a${ { b: "c" }.b }d`', '` ${ { b: " " }.b } `'],
  ['s.replace(/[/"]\\//g, x)', 's.replace(/      /g, x)'],
  ['a / b / c "d"', 'a / b / c " "'],
  ['return /"/.test(s)', 'return / /.test(s)'],
])('%s', (source, expected) => {
  expect(mask(source)).toBe(expected);
});

it('keeps every line and column where it was, whatever it is given', () => {
  const pieces = fc.constantFrom('`', '${', '}', '{', '"', "'", '/', '//', '/*', '*/', '\\', '\n', 'a', ' ', '(', '[', ']');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
      const source = list.join('');
      const masked = mask(source);
      expect(masked.length).toBe(source.length);
      expect(masked.split('\n').map((line) => line.length)).toEqual(source.split('\n').map((line) => line.length));
    }),
  );
});
