import type { Json } from '@tenfold/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StoreCorrupt } from './error.ts';
import { readLongJson } from './long-texts.ts';

const read = (json: string) => readLongJson(json, async () => undefined);

/** Texts on both sides of what is long, of anything that is escaped or may look like it. */
const text = fc
  .tuple(fc.constantFrom('a', '"', '\\', '\n', '\ud800', '\u{1F600}', 'é', ':', '":'), fc.constantFrom(1, 3, 9_000, 20_000))
  .map(([unit, times]) => unit.repeat(times));
/** Not a backslash alone: behind such a name, `JSON.parse` of Node 24 takes others in its place for the same, where they begin with an escape. */
const name = text.filter((words) => words !== '\\');
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.constantFrom(null, true, '\u{f0000}0\u{f0000}'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(name, fc.constantFrom('1', '__proto__', 'toString')), tie('value'), { maxKeys: 4 }),
  ),
}));

it('reads the same as JSON.parse, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const json = JSON.stringify(given);
      expect(JSON.stringify(await read(json)) === json).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('puts a text of megabytes together from its pieces', async () => {
  const long = 'A "quoted" line\n\ud83d\ude00'.repeat(150_000);
  expect((await read(JSON.stringify([long]))) as string[]).toSatisfy(([found]: string[]) => found === long);
});

it('does not take half a text for a whole one', async () => {
  const json = JSON.stringify({ parts: ['a'.repeat(50_000)] });
  for (const cut of [json.slice(0, -2), json.slice(0, 30_000), json.slice(1)])
    await expect(read(cut)).rejects.toThrow(StoreCorrupt);
});
