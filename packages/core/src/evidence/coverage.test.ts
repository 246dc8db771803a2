import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterFor } from '../count/model-counter.ts';
import { coverageOf } from './coverage.ts';
import type { Unit } from './item.ts';

const count = counterFor('gpt-4o');
const unit = (text: string, more: Partial<Unit> = {}): Unit => ({
  kind: 'fact',
  text,
  voice: 'result',
  passage: 0,
  place: 0,
  times: 1,
  ...more,
});
const texts = (units: readonly Unit[], chosen: readonly number[]) => chosen.map((index) => units[index]?.text);

describe('coverageOf', () => {
  it('never takes more than the budget, and nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 20 }), fc.integer({ min: 0, max: 120 }), (lines, budget) => {
        const units = lines.map((line) => unit(line));
        const coverage = coverageOf(units, count);
        const chosen = [...coverage.fill(budget), ...coverage.fill(budget)];
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.reduce((sum, index) => sum + coverage.weigh(index), 0)).toBeLessThanOrEqual(2 * budget);
      }),
    );
  });

  it('takes the rare line among many of one template first', () => {
    const units = Array.from({ length: 50 }, (_, n) => unit(`INFO handled request ${n} in ${n % 7} ms`));
    units.push(unit('WARN replica lag 41s on shard kestrel-2'));
    expect(texts(units, coverageOf(units, count).fill(20))[0]).toContain('kestrel-2');
  });

  it('takes what was found before what was only announced', () => {
    const units = ['Let me now inspect the kestrel importer manifest.', 'The kestrel importer reads the manifest twice.'].map(
      (text) => unit(text, { voice: 'assistant' }),
    );
    expect(texts(units, coverageOf(units, count).fill(16))).toEqual([units[1]?.text]);
  });

  it('takes each of a few lines of one template before those of a log that only end alike', () => {
    const words = ['queue', 'index', 'table', 'retry', 'limit', 'cache', 'value'];
    const word = (n: number) => words[n % words.length] as string;
    const units = Array.from({ length: 700 }, (_, n) =>
      unit(
        `src/${word(n)}/${word(n * 3 + n / 7)}${n}.ts ${word(n / 2)} ${word(n / 3)} ${word(n / 5)} ${word(n / 4)} in ${n % 90} ms`,
      ),
    );
    const facts = ['kx7-1', 'ow2-8', 'pz9-4', 'rv3-6', 'ht5-2', 'lq8-9', 'nd4-3', 'bs6-7'];
    units.push(...facts.map((fact, n) => unit(`The spare part of the ${fact}${n} pump is ${n}${fact}.`, { passage: n })));
    const chosen = texts(units, coverageOf(units, count).fill(400)).join('\n');
    expect(facts.filter((fact) => chosen.includes(fact))).toEqual(facts);
  });

  it('says nothing again that is told', () => {
    const units = [unit('The tortoise lives in Reykjavik.'), unit('A hedgehog came to Galway.')];
    const coverage = coverageOf(units, count);
    for (let times = 0; times < 4; times++) coverage.tell('The tortoise lives in Reykjavik.');
    expect(texts(units, coverage.fill(16))).toEqual(['A hedgehog came to Galway.']);
  });

  it('takes only what is eligible', () => {
    const units = [unit('npm run kestrel', { kind: 'command' }), unit('The tortoise lives in Reykjavik.')];
    expect(
      texts(
        units,
        coverageOf(units, count).fill(100, ({ kind }) => kind === 'command'),
      ),
    ).toEqual(['npm run kestrel']);
  });
});
