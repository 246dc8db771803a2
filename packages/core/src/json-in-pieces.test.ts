import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong, jsonInPieces } from './json-in-pieces.ts';
import type { Message } from './message.ts';
import { entryId, entryIdInSlices } from './transcript.ts';

/** Longer than what is written in one go, so that characters of two units and escapes stand where it is cut. */
const long = fc
  .tuple(
    fc.constantFrom('a', '\u{1F600}', '"', '\\', '\ud800', '\udc00', '\u0000', 'é\n'),
    fc.nat(5),
    fc.integer({ min: 250_000, max: 600_000 }),
  )
  .map(([unit, before, length]) => 'x'.repeat(before) + unit.repeat(Math.ceil(length / unit.length)));
const text = fc.oneof({ weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) }, long);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 8, depthSize: 'small' },
    text,
    fc.constantFrom(null, undefined, true, 1.5, {}, []),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie('any'), { maxKeys: 4 }),
  ),
})).any;

it('writes any value as JSON.stringify does, in short pieces', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (given, indent) => {
      expect([...jsonInPieces(given, indent)].join('') === (JSON.stringify(given, null, indent) ?? 'null')).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('has no piece that is longer than what is written in one go, however long a text is', () => {
  const pieces = [...jsonInPieces({ role: 'user', parts: [{ type: 'text', text: 'a'.repeat(3_000_000) }] })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000);
});

it('has no long piece either where a list has many short items, wherever it stands', () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, none: undefined, at: new Date(n) }));
  for (const given of [rows, { rows }, { wire: { body: { messages: rows, empty: [], none: {} } } }])
    for (const indent of [0, 2] as const) {
      const pieces = [...jsonInPieces(given, indent)];
      expect(pieces.join('') === JSON.stringify(given, null, indent)).toBe(true);
      expect(pieces.every(({ length }) => length < 300_000)).toBe(true);
    }
});

it('looks at no more of a value than tells that it is long, however much there is of it', () => {
  let looked = 0;
  const row = {
    get text() {
      looked++;
      return 'word';
    },
  };
  expect(isLong({ rows: Array.from({ length: 100_000 }, () => row) })).toBe(true);
  expect(looked).toBeLessThan(10_000);
});

it('names a message the same in slices, whatever is in it', () => {
  // What it is given, so that a difference shows.
  const hash = (words: string) => words;
  hash.begin = () => {
    const pieces: string[] = [];
    return { add: (piece: string) => void pieces.push(piece), end: () => pieces.join('') };
  };
  fc.assert(
    fc.property(text, text, fc.option(fc.string()), (words, output, parent) => {
      const message = (): Message => ({
        role: 'user',
        parts: [
          { type: 'text', text: words, extra: { mark: 1 } },
          { type: 'tool-result', id: 'c', output: [{ type: 'text', text: output, extra: { mark: 2 } }] },
        ],
      });
      const naming = entryIdInSlices(parent, message(), hash);
      let step = naming.next();
      while (!step.done) step = naming.next();
      expect(step.value === entryId(parent, message(), hash)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
