import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenance } from './provenance.ts';

const word = fc.stringMatching(/^[bcdfgh][aeiou][klmn][aeiou][prst]$/);
const said = fc.uniqueArray(word, { minLength: 4, maxLength: 9 }).map((words) => words.join(' '));
const source = (text: string, index: number) => ({ id: `e${index}`, text });

describe('where a summary comes from', () => {
  it('names the entry a sentence was taken from', () => {
    fc.assert(
      fc.property(fc.uniqueArray(said, { minLength: 1, maxLength: 8 }), fc.nat(), (texts, pick) => {
        const index = pick % texts.length;
        const [only] = provenance(`${texts[index]}.`, texts.map(source));
        expect(only?.supported).toBe(true);
        // Another entry may say all of it too.
        const words = (texts[index] ?? '').split(' ');
        const named = texts[Number(only?.sources[0]?.slice(1))] ?? '';
        expect(words.filter((one) => named.split(' ').includes(one))).toEqual(words);
      }),
    );
  });

  it('names only entries it was given, and keeps the order of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), (text, texts) => {
        let last = 0;
        for (const { start, end, text: sentence, sources } of provenance(text, texts.map(source))) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toBe(sentence);
          expect(new Set(sources).size).toBe(sources.length);
          for (const id of sources) expect(texts[Number(id.slice(1))]).toBeDefined();
          last = end;
        }
      }),
    );
  });

  it('tells what nobody said, and claims nothing of headings', () => {
    const entries = [
      'Please look at src/gateway/retry.ts, the retries fail.',
      'I set the retries in src/gateway/retry.ts to 4 and added jitter.',
      'Thanks. What about the README?',
    ].map(source);
    const summary =
      '## Decisions\n- Retries in src/gateway/retry.ts were set to 4, with jitter.\n- The database moved to Oslo yesterday.\n';
    const told = provenance(summary, entries);
    expect(told.map(({ supported, sources }) => [supported, sources])).toEqual([
      [true, ['e1']],
      [false, []],
    ]);
  });

  it('[K10] vouches for nothing that has a number, a name or words of its own', () => {
    const talk = [
      'Please raise the limit of the importer to 42 rows.',
      'I raised the limit in src/importer.ts to 42 rows, as Maria asked.',
      'The invoices are printed in green now, and all is well.',
      ...Array.from({ length: 40 }, (_, n) => `Step ${100 + n} is done and the log of it is kept.`),
    ].map(source);
    const [moon, number, name, path, real] = provenance(
      [
        'The moon is made of green cheese and costs 42 dollars.',
        'The limit of the importer was raised to 43 rows.',
        'The limit of the importer was raised, as Ingrid asked.',
        'The limit in src/exporter.ts was raised to 42 rows.',
        'The limit in src/importer.ts was raised to 42 rows, as Maria asked.',
      ].join('\n'),
      talk,
    );
    for (const invented of [moon, number, name, path]) expect(invented).toMatchObject({ supported: false, sources: [] });
    expect(real).toMatchObject({ supported: true, sources: ['e1'] });
  });

  it('[K10] has every number of a sentence in the entries it names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9_999), { minLength: 1, maxLength: 12 }), fc.nat(9_999), (numbers, other) => {
        const texts = numbers.map((number) => `The count of rows is ${number}`);
        const [told] = provenance(`The count of rows is ${numbers.join(' and ')}.`, texts.map(source));
        if (told?.supported) expect(told.sources).toHaveLength(numbers.length);
        const [invented] = provenance(`The count of rows is ${other}.`, texts.map(source));
        expect(invented?.supported).toBe(numbers.includes(other));
      }),
    );
  });

  it('knows several paths written as one', () => {
    const [only] = provenance(
      '- src/{turns.ts,bucket.ts}',
      ['Nothing here.', 'I changed src/turns.ts and src/bucket.ts.'].map(source),
    );
    expect(only).toMatchObject({ supported: true, sources: ['e1'] });
  });

  it('knows a file by its name, whatever is remarked about it', () => {
    const [only] = provenance('src/turns.ts (edited)', ['Nothing here.', 'I changed src/turns.ts.'].map(source));
    expect(only).toMatchObject({ supported: true, sources: ['e1'] });
  });

  it('works where words are not set apart', () => {
    const [only] = provenance('再試行回数を四に設定した。', ['今日は天気がいい。', '再試行回数を四に設定しました。'].map(source));
    expect(only).toMatchObject({ supported: true, sources: ['e1'] });
  });

  it('finds the one among many that speak alike', () => {
    const entries = Array.from({ length: 400 }, (_, n) => source(`step ${n} looks at part-${n}.ts ${'word '.repeat(400)}`, n));
    const told = provenance('Step 77 looked at part-77.ts.\nStep 301 looked at part-301.ts.', entries);
    expect(told.map(({ sources }) => sources[0])).toEqual(['e77', 'e301']);
  });
});
