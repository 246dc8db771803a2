import { expect, it } from 'vitest';
import { placesToTry } from '../../../../../tests/places-to-try.ts';
import { simulate } from './simulate.ts';

const isDeep = process.env.TENFOLD_DEEP === '1';

it('whatever clients, model, disk and clocks do, nothing acknowledged is lost and everything goes on', {
  timeout: isDeep ? 14_400_000 : 120_000,
}, async () => {
  const { TENFOLD_SEED: only, TENFOLD_SECONDS: seconds } = process.env;
  // `TENFOLD_SEED=7` replays that one alone.
  const seeds =
    only !== undefined && seconds === undefined ? [Number(only)] : isDeep ? placesToTry('seeds of the simulation', 300) : [1, 2];
  // Most of the time goes into waiting before an upstream is asked again, and for the disk: in a deep run several share it.
  const next = seeds[Symbol.iterator]();
  const lane = async () => {
    for (let { value: seed, done } = next.next(); !done; { value: seed, done } = next.next()) {
      const { acts, acknowledged } = await simulate(seed, isDeep ? 120 : 40);
      expect(acts, `seed ${seed}`).toBeGreaterThan(0);
      expect(acknowledged, `seed ${seed}`).toBeGreaterThan(0);
    }
  };
  await Promise.all(Array.from({ length: isDeep ? 6 : 1 }, lane));
});
