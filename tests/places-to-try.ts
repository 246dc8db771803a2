import { randomOf } from '../packages/core/src/testing/random.ts';

/** Seconds after which what can be cut short ends with as many as it came to; null where nobody said. */
export const SECONDS = process.env.TENFOLD_SECONDS === undefined ? null : Number(process.env.TENFOLD_SECONDS);

/**
 * The numbers from 1 to `count`, each once. With `TENFOLD_SECONDS` they come in an order that `TENFOLD_SEED` draws, for as long as
 * there is time, so that runs with seeds of their own add up. Says how many it came to.
 */
export function* placesToTry(what: string, count: number): Generator<number> {
  const seed = Number(process.env.TENFOLD_SEED ?? 1);
  const places = Array.from({ length: count }, (_, at) => at + 1);
  const random = randomOf(seed);
  const until = SECONDS === null ? Number.POSITIVE_INFINITY : performance.now() + SECONDS * 1_000;
  let tried = 0;
  while (tried < count && performance.now() < until) {
    const at = SECONDS === null ? tried : random.between(tried, count - 1);
    [places[tried], places[at]] = [places[at] as number, places[tried] as number];
    yield places[tried++] as number;
  }
  process.stdout.write(`${what}: ${tried} of ${count}${SECONDS === null ? '' : ` (TENFOLD_SEED=${seed})`}\n`);
}
