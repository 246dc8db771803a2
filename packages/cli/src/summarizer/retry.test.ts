import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryAfter, TryFailed, withRetries } from './retry.ts';

/** A clock that only waiting moves. */
function clock(deadlineMs = 60_000, tries = 4) {
  let time = 0;
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    time += ms;
  };
  return { terms: { deadlineMs, tries, wait, now: () => time }, waits };
}

function failing(times: number, facts: { again?: boolean; waitMs?: number }) {
  let tried = 0;
  return {
    tried: () => tried,
    attempt: async () => {
      if (++tried <= times) throw new TryFailed('busy', facts);
      return 'text';
    },
  };
}

it('tries again with growing pauses until it works', async () => {
  const { terms, waits } = clock();
  await expect(withRetries(failing(3, { again: true }).attempt, terms)).resolves.toBe('text');
  expect(waits).toEqual([500, 1_000, 2_000]);
});

it('gives up after the last try and says how often it tried', async () => {
  const { terms } = clock();
  await expect(withRetries(failing(9, { again: true }).attempt, terms)).rejects.toThrow('busy (tried 4 times)');
});

it('never tries again what cannot help', async () => {
  const { terms, waits } = clock();
  const { attempt, tried } = failing(1, { again: false });
  await expect(withRetries(attempt, terms)).rejects.toThrow('busy');
  expect([tried(), waits]).toEqual([1, []]);
});

it('waits as long as it is told to, and not at all for what comes after the deadline', async () => {
  const { terms, waits } = clock();
  await expect(withRetries(failing(1, { again: true, waitMs: 7_000 }).attempt, terms)).resolves.toBe('text');
  expect(waits).toEqual([7_000]);
  const late = clock();
  await expect(withRetries(failing(1, { again: true, waitMs: 90_000 }).attempt, late.terms)).rejects.toThrow('no time left');
  expect(late.waits).toEqual([]);
});

it('never waits past the deadline', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(40_000), { maxLength: 8 }), fc.integer({ min: 1, max: 60_000 }), async (asked, deadline) => {
      const { terms, waits } = clock(deadline, 10);
      const left = [...asked];
      await withRetries(async () => {
        const waitMs = left.shift();
        if (waitMs !== undefined) throw new TryFailed('busy', { again: true, waitMs });
      }, terms).catch(() => {});
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(deadline);
    }),
  );
});

it('reads the ways servers say when to come back', () => {
  const now = Date.UTC(2030, 0, 1, 12, 0, 0);
  const read = (headers: Record<string, string>) => retryAfter(new Headers(headers), now);
  expect(read({ 'retry-after': '3' })).toBe(3_000);
  expect(read({ 'retry-after-ms': '250', 'retry-after': '3' })).toBe(250);
  expect(read({ 'retry-after': 'Tue, 01 Jan 2030 12:00:05 GMT' })).toBe(5_000);
  expect(read({ 'retry-after': 'Tue, 01 Jan 2030 11:00:00 GMT' })).toBe(0);
  expect(read({ 'retry-after': 'soon' })).toBeUndefined();
  expect(read({})).toBeUndefined();
});
