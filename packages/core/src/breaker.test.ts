import { expect, it } from 'vitest';
import { allowsSoft, BREAKER_LIMIT, closedBreaker, recordRun } from './breaker.ts';

it('a breaker opens after three failures in a row and closes with any success', () => {
  let breaker = closedBreaker;
  for (let failed = 1; failed < BREAKER_LIMIT; failed++) {
    breaker = recordRun(breaker, false);
    expect(allowsSoft(breaker)).toBe(true);
  }
  breaker = recordRun(breaker, false);
  expect(allowsSoft(breaker)).toBe(false);
  expect(recordRun(breaker, true)).toBe(closedBreaker);
  expect(recordRun(closedBreaker, true)).toBe(closedBreaker);
});
