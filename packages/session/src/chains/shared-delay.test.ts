import { expect, it, onTestFinished, vi } from 'vitest';
import { sharedDelay } from './shared-delay.ts';

it('keeps nobody waiting for longer than said, nor for less than half of that', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const delay = sharedDelay(200);
  const kept: string[] = [];
  const ask = (name: string) => void delay().then(() => kept.push(name));
  ask('at once');
  await vi.advanceTimersByTimeAsync(99);
  ask('with it');
  await vi.advanceTimersByTimeAsync(2);
  ask('behind it');
  await vi.advanceTimersByTimeAsync(98);
  expect(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(kept).toEqual(['at once', 'with it']);
  await vi.advanceTimersByTimeAsync(101);
  expect(kept).toEqual(['at once', 'with it', 'behind it']);
});
