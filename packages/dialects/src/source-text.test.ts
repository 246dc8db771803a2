import type { Json } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewrite, rewriteEach } from './source-text.ts';

const styles = fc.constantFrom<(value: unknown) => string>(
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
);

describe('a value written in the words of its source', () => {
  it('is the source where nothing changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), styles, (value, write) => {
        const source = write(value);
        expect(rewrite(source, JSON.parse(source) as Json)).toBe(source);
      }),
    );
  });

  it('says what it should, whatever the source', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.oneof(fc.jsonValue(), fc.constant(undefined)), styles, (value, other, write) => {
        const wanted = JSON.parse(JSON.stringify(value)) as Json;
        for (const source of [write([other ?? null, value, 1]), write({ a: other ?? null, b: value }), '{torn'])
          for (const next of [wanted, [wanted], { b: wanted, c: [wanted] }])
            expect(JSON.parse(rewrite(source, next))).toEqual(next);
      }),
    );
  });

  it('keeps numbers, escapes, spacing and order of all that is left', () => {
    const source = `{ "model": "m", "seed": 12345678901234567890, "messages": [
      {"role": "user", "content": "caf\\u00e9", "n": 1.0},
      {"role": "user", "content": "gone"},
      {"role": "assistant", "id": 9007199254740993, "content": "long text"}
    ], "stop": null}`;
    const value = JSON.parse(source) as { messages: { content: string }[] };
    const [first, , last] = value.messages;
    const folded = { ...value, messages: [first, { role: 'system', content: 'a summary' }, { ...last, content: 'cut' }] };
    expect(rewrite(source, folded as Json)).toBe(
      source
        .replace('{"role": "user", "content": "gone"}', '{"role": "system", "content": "a summary"}')
        .replace('long text', 'cut'),
    );
    const shorter = { ...value, messages: [{ role: 'system', content: 'a summary' }, last] };
    const text = rewrite(source, shorter as Json);
    expect(text).toContain('"id": 9007199254740993');
    expect(text).toContain('"seed": 12345678901234567890, "messages"');
  });

  it('writes what is new as its neighbours are written', () => {
    expect(rewrite(JSON.stringify([{ a: 1 }], null, 2), [{ a: 1 }, { b: [2] }])).toBe(
      JSON.stringify([{ a: 1 }, { b: [2] }], null, 2),
    );
    expect(rewrite('{"a": [1, 2], "b": 3}', { a: [1, 2], b: { c: [4, 5] } })).toBe('{"a": [1, 2], "b": {"c": [4, 5]}}');
  });
});

it('finds the sources of values that stand on lines of their own', () => {
  const lines = ['{"n": 1.0}', '{"n": 2.0}', '{"n": 3.0}', '{"n": 4.0, "big": 9007199254740993}'];
  expect(rewriteEach(lines, [{ n: 1 }, 'new', { n: 4, big: 9007199254740992 }])).toEqual([lines[0], '"new"', lines[3]]);
  expect(rewriteEach(lines, [{ n: 1 }, 'x', { n: 3 }, { n: 5, big: 9007199254740992 }])).toEqual([
    lines[0],
    '"x"',
    lines[2],
    '{"n": 5, "big": 9007199254740993}',
  ]);
});
