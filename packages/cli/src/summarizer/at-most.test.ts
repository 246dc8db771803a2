import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

it('never has more calls under way than allowed, starts them in order, and survives failures', async () => {
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const limited = atMost(3, async (n: number) => {
    started.push(n);
    most = Math.max(most, ++running);
    await new Promise((done) => void setImmediate(done));
    running--;
    if (n % 4 === 0) throw new Error(`no ${n}`);
    return n;
  });
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const results = await Promise.allSettled(numbers.map(limited));
  expect(most).toBe(3);
  expect(started).toEqual(numbers);
  expect(results.map((result) => result.status === 'fulfilled')).toEqual(numbers.map((n) => n % 4 !== 0));
});
