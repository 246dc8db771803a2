import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldJson, unfoldJson } from '../json-fold.ts';
import { linesOf } from '../lines.ts';
import { foldPaths, unfoldPaths } from '../path-fold.ts';
import { foldRepeats, hasRepeats, unfoldRepeats } from '../repeat-fold.ts';

const words = fc.constantFrom(
  '',
  'x',
  '×3',
  '▸',
  '▸src/',
  'ok 12 ms a test that repeats',
  '{',
  'src/engine/deep/a.ts:12: let it be',
  'src/engine/deep/b.ts',
);
const repetitive = fc
  .array(fc.tuple(words, fc.integer({ min: 1, max: 9 })), { maxLength: 8 })
  .map((runs) => runs.flatMap(([word, times]) => Array<string>(times).fill(word)).join('\n'));

describe('repeated lines', () => {
  it('are counted and written out again byte for byte', () => {
    fc.assert(
      fc.property(repetitive, (given) => {
        const folded = foldRepeats(given);
        if (folded !== null) expect(unfoldRepeats(folded)).toBe(given);
        if (folded !== null) expect(hasRepeats(linesOf(given))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('name the line once', () => {
    const line = 'warning: something is deprecated';
    expect(foldRepeats(`a\n${`${line}\n`.repeat(5)}b`)).toBe(`⟨ Repeats ×n: the line above, n more times ⟩\na\n${line}\n×4\nb`);
  });
});

describe('shared paths', () => {
  it('are named once and put back byte for byte', () => {
    fc.assert(
      fc.property(repetitive, (given) => {
        const folded = foldPaths(given);
        if (folded !== null) expect(unfoldPaths(folded)).toBe(given);
      }),
      { numRuns: 1_000 },
    );
  });

  it('make a search result a list under each file', () => {
    const given = [
      'src/engine/fold.ts:1: a',
      'src/engine/fold.ts:9: b',
      'src/engine/fold.ts:12: c',
      'src/engine/view.ts:2: d',
      'src/engine/view.ts:3: e',
      'src/engine/view.ts:4: f',
      'done',
    ].join('\n');
    const shared = `${given}\n${given}`;
    expect(foldPaths(shared)?.split('\n').slice(1, 8)).toEqual([
      '▸src/engine/fold.ts:',
      '1: a',
      '9: b',
      '12: c',
      '▸src/engine/view.ts:',
      '2: d',
      '3: e',
    ]);
  });
});

const layout = fc.constantFrom<(value: unknown) => string>(
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, 4),
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value).replaceAll(',', ', ').replaceAll(':', ': '),
);
const records = fc
  .tuple(
    fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.array(fc.jsonValue(), { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  )
  .map(([names, rows]) => rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))));

describe('JSON', () => {
  it('comes back byte for byte, and is left alone where it would not', () => {
    const value = fc.oneof(fc.jsonValue(), records);
    const frame = fc.constantFrom('', 'Output:\n', 'a\nb\n\n');
    fc.assert(
      fc.property(value, layout, frame, fc.constantFrom('', '\n', ' \n\n'), (json, write, before, after) => {
        const given = before + write(json) + after;
        const folded = foldJson(given);
        if (folded !== null) expect(unfoldJson(folded)).toBe(given);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is minified, or a table when it is a list of like records', () => {
    expect(foldJson('{\n  "a": 1,\n  "b": [\n    2\n  ]\n}')).toBe('⟨ JSON indented-2 ⟩\n{"a":1,"b":[2]}');
    const rows = [1, 2, 3].map((id) => ({ id, name: `n${id}` }));
    expect(foldJson(`Found:\n${JSON.stringify(rows)}`)).toBe(
      '⟨ JSON table tight from line 2 ⟩\nFound:\n"id","name"\n1,"n1"\n2,"n2"\n3,"n3"',
    );
  });

  it('is left alone when its layout says more than its value', () => {
    for (const given of ['{ "a": 1.0 }', '{"a":1,"a":2}', '[1,  2]', '{"b":1}', 'not json', '['.repeat(100_000)])
      expect(foldJson(given)).toBeNull();
  });
});
