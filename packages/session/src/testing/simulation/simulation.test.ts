import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

const isDeep = process.env.TENFOLD_DEEP === '1';
/** `TENFOLD_SEED=7` replays that one alone. */
const seeds =
  process.env.TENFOLD_SEED === undefined
    ? Array.from({ length: isDeep ? 300 : 2 }, (_, n) => n + 1)
    : [Number(process.env.TENFOLD_SEED)];

it.each(seeds)(
  'seed %i: whatever clients, model, disk and clocks do, nothing acknowledged is lost and everything goes on',
  async (seed) => {
    const { acts, acknowledged } = await simulate(seed, isDeep ? 120 : 40);
    expect(acts).toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
