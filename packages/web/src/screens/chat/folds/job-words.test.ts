import type { Job } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { jobFacts, jobTitle } from './job-words.ts';

const job: Job = {
  id: 'j',
  session: 's',
  state: 'running',
  trigger: 'soft',
  strategy: 'smart',
  strategyName: 'Smart',
  pass: 2,
  passes: 4,
  passName: 'Summarize tools',
  scope: 'Summarizing 45 messages...',
  at: 12,
  branch: null,
  endedAt: null,
  startedAt: 0,
  fast: false,
};

describe('the words of a fold that has no run yet', () => {
  it('say scope, strategy, pass and seconds while it is under way', () => {
    expect(jobTitle(job)).toBe('Condensing context...');
    expect(jobFacts(job, 4).join(' · ')).toBe('Summarizing 45 messages... · Smart · pass 2/4 Summarize tools · 4 s');
    expect(jobFacts({ ...job, passes: 0, scope: 'Condensing context...', fast: true }, 0)).toEqual(['Smart, fast', '0 s']);
  });

  it('say what became of it and why, in whole sentences', () => {
    expect(jobTitle({ ...job, state: 'cancelled' })).toBe('Condensing was cancelled. Nothing changed.');
    expect(jobTitle({ ...job, state: 'skipped', reason: 'It does not pay.' })).toBe('Not condensed: It does not pay.');
    expect(jobTitle({ ...job, state: 'skipped' })).toBe('Not condensed: there is nothing to gain.');
    expect(jobTitle({ ...job, state: 'failed', reason: 'model returned an empty summary' })).toBe(
      'Failed to condense: model returned an empty summary. Nothing changed.',
    );
    expect(jobTitle({ ...job, state: 'failed', reason: 'x' }, false)).toBe('Failed to condense. Nothing changed.');
  });
});
