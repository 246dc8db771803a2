import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasLongList, jsonPieces } from './json-pieces.ts';

it.each([0, 2] as const)('says what JSON.stringify says, with an indent of %d', (indent) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value, indent)].join('')).toBe(JSON.stringify(value, null, indent));
    }),
    { numRuns: 1_000 },
  );
  const odd = { a: undefined, b: [undefined, new Date(0)], c: { d: {}, e: [], f: new Date(0), g: { h: { i: [1, [2]] } } } };
  expect([...jsonPieces(odd, indent)].join('')).toBe(JSON.stringify(odd, null, indent));
});

it('writes a long text in parts, wherever it stands', () => {
  const text = 'a\u{1F600}"'.repeat(200_000);
  for (const value of [text, { text }, [{ a: [{ text }, 1] }], { rows: [1, { text, none: undefined }] }]) {
    const pieces = [...jsonPieces(value)];
    expect(pieces.join('') === JSON.stringify(value)).toBe(true);
    expect(pieces.every(({ length }) => length < 600_000)).toBe(true);
  }
});

it('writes the items of a list one by one, also deep in an object', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ n }));
  const page = { rows, wire: { body: { messages: rows } } };
  expect([...jsonPieces(page)].filter((piece) => piece.length > 40)).toEqual([]);
  expect(hasLongList(page, 1_000)).toBe(true);
  expect(hasLongList({ wire: { body: { messages: rows } } }, 1_000)).toBe(true);
  expect(hasLongList({ rows: rows.slice(0, 1_000), words: 'many'.repeat(1_000) }, 1_000)).toBe(false);
});
