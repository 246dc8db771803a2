import type { Job, Run } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { afterJob, afterRun, type FoldWatch, isFolding } from './fold-watch.ts';

const IDLE: FoldWatch = { job: null, run: null };
const job = (id: string, state: Job['state']): Job => ({ id, state }) as Job;
const run = { id: 'r1' } as Run;

describe('fold watch', () => {
  it('goes from started to done and keeps the run that came with it', () => {
    const running = afterJob(IDLE, job('a', 'running'));
    expect(isFolding(running)).toBe(true);
    const done = afterJob(afterRun(running, run), job('a', 'done'));
    expect(isFolding(done)).toBe(false);
    expect(done.run).toBe(run);
  });

  it.each(['done', 'failed', 'cancelled', 'skipped'] as const)('late news cannot revive a job that is %s', (state) => {
    const over = afterJob(afterJob(IDLE, job('a', 'running')), job('a', state));
    expect(afterJob(over, job('a', 'running'))).toBe(over);
  });

  it('slow news do not set a job back', () => {
    const at = (pass: number, passes: number): Job => ({ ...job('a', 'running'), pass, passes });
    const second = afterJob(afterJob(IDLE, at(0, 0)), at(2, 3));
    expect(afterJob(second, at(0, 0))).toBe(second);
    expect(afterJob(second, at(3, 3)).job?.pass).toBe(3);
    expect(isFolding(afterJob(second, { ...at(0, 0), state: 'cancelled' }))).toBe(false);
  });

  it('a new job puts the old run away', () => {
    const done = afterRun(afterJob(IDLE, job('a', 'done')), run);
    expect(afterJob(done, job('b', 'running'))).toEqual({ job: job('b', 'running'), run: null });
  });
});
