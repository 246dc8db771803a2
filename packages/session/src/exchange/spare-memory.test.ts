import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { sparingMemory } from './spare-memory.ts';

const youngRoom = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

it('work that makes much and keeps little gets no more room for it than it needs, and its answer or error comes through', async () => {
  const before = youngRoom();
  let most = 0;
  const answer = await sparingMemory(async () => {
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
  await expect(sparingMemory(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
