import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it, vi } from 'vitest';
import { withLittleMemory } from './spare-memory.ts';

const youngRoom = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

it('work that makes much and keeps little gets no more room for it than it needs, and its answer or error comes through', async () => {
  const before = youngRoom();
  let most = 0;
  const answer = await withLittleMemory(async () => {
    let kept: object[] = [];
    for (let n = 0; n < 3_000_000; n++) {
      kept.push({ n, text: `text ${n}` });
      if (kept.length > 150_000) kept = [];
      if (n % 20_000 !== 0) continue;
      await new Promise((next) => setTimeout(next));
      most = Math.max(most, youngRoom());
    }
    return 'done';
  });
  expect(answer).toBe('done');
  // Room doubles, and may have done so before anybody looked.
  expect(most).toBeLessThanOrEqual(Math.max(before, 70_000_000));
  await expect(withLittleMemory(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('long work begins a collection in slices instead of holding everybody up for one', async () => {
  const seen: { kind: number; flags: number }[] = [];
  const watch = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as { detail: (typeof seen)[number] }[]) seen.push(detail);
  });
  watch.observe({ entryTypes: ['gc'] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await withLittleMemory(async () => {
      vi.advanceTimersByTime(1_000);
      const { NODE_PERFORMANCE_GC_INCREMENTAL: begun, NODE_PERFORMANCE_GC_MAJOR: done } = constants;
      while (!seen.some(({ kind }) => kind === begun || kind === done)) await new Promise((next) => setImmediate(next));
    });
    expect(seen.filter(({ flags }) => (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0)).toEqual([]);
  } finally {
    vi.useRealTimers();
    watch.disconnect();
  }
});
