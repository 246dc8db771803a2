import { type Change, changed } from './say.ts';

/** The bucket's tests as the talk finds them. */
export const bucketTests = `import { beforeEach, describe, expect, it } from 'vitest';
import { TokenBucket } from '../src/bucket.js';
import { MemoryStore } from '../src/store.js';

describe('TokenBucket', () => {
  let now = 0;
  const clock = { now: () => now };
  const bucket = (capacity: number, refillPerSecond: number, store = new MemoryStore()) =>
    new TokenBucket('key', { capacity, refillPerSecond }, store, clock);

  beforeEach(() => {
    now = 1_700_000_000_000;
  });

  it('lets a full bucket be emptied at once', async () => {
    const b = bucket(3, 1);
    for (const remaining of [2, 1, 0]) {
      expect(await b.take()).toEqual({ allowed: true, remaining, retryAfterMs: 0 });
    }
    expect((await b.take()).allowed).toBe(false);
  });

  it('refills with time', async () => {
    const b = bucket(10, 5);
    await b.take(10);
    now += 1_000;
    expect((await b.take(5)).allowed).toBe(true);
    expect((await b.take(1)).allowed).toBe(false);
  });

  it('says how long to wait', async () => {
    const b = bucket(1, 1);
    await b.take();
    expect((await b.take()).retryAfterMs).toBe(1_000);
  });

  it('refuses nonsense', () => {
    expect(() => bucket(0, 1)).toThrow(RangeError);
    expect(() => bucket(1, Number.NaN)).toThrow(RangeError);
  });
});
`;

const END = `  it('refuses nonsense', () => {`;

/** The test that shows the report. */
export const testTheCap: Change = {
  before: END,
  after: `  it('never holds more than its capacity, however long it was left alone', async () => {
    const b = bucket(100, 40);
    await b.take(100);
    now += 3_500;
    let admitted = 0;
    while ((await b.take()).allowed) admitted++;
    expect(admitted).toBe(100);
  });

${END}`,
};

/** The test for clocks that step back. */
export const testStepsBack: Change = {
  before: END,
  after: `  it('gains and loses nothing when the clock steps back', async () => {
    const b = bucket(10, 1);
    await b.take(4);
    now -= 60_000;
    expect((await b.take(1)).remaining).toBe(5);
    now += 60_000;
    expect((await b.take(1)).remaining).toBe(4);
  });

${END}`,
};

/** The tests when the race is taken up. */
export const testsSoFar = changed(changed(bucketTests, testTheCap), testStepsBack);

/** The tests for calls that arrive together, and for sums that drift. */
export const testTurns: Change = {
  before: END,
  after: `  it('admits no more than it holds when calls arrive together', async () => {
    const b = bucket(5, 1);
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => b.take()));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(5);
  });

  it('gives back a whole token after ten tenths of its time', async () => {
    const b = bucket(1, 1);
    await b.take();
    for (let tenth = 0; tenth < 10; tenth++) {
      now += 100;
      await b.take(0);
    }
    expect((await b.take()).allowed).toBe(true);
  });

${END}`,
};

/** The test for callers who wait as they are told. */
export const testTheWait: Change = {
  before: END,
  after: `  it('lets a caller in who waited as long as it was told', async () => {
    for (const refillPerSecond of [1, 3, 7, 60, 1_000]) {
      const b = bucket(1, refillPerSecond);
      await b.take();
      now += (await b.take()).retryAfterMs;
      expect(await b.take(), \`at \${refillPerSecond} per second\`).toMatchObject({ allowed: true });
    }
  });

${END}`,
};
