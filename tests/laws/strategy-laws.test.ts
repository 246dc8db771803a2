import { strategies } from '@tenfold/core';
import { strategyLaws } from '@tenfold/core/testing';
import { describe, it } from 'vitest';

const SEEDS = process.env.TENFOLD_DEEP === '1' ? 2_000 : 30;

// Every strategy that comes with the engine, under its defaults, as an author of another one would check his.
describe.each(strategies.map((strategy) => [strategy.id, strategy] as const))('%s', (_id, strategy) => {
  const laws = strategyLaws(strategy);

  it(`keeps ${laws.length} laws in ${SEEDS} cases`, () => {
    for (let seed = 0; seed < SEEDS; seed++) for (const law of laws) law.check(seed);
  });
});
