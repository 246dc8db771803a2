import { expect, it } from 'vitest';
import { jobView } from './job.ts';

const stored = {
  id: 'j',
  stopping: false,
  session: 's',
  kind: 'fold',
  slot: null,
  state: 'running',
  lease: 1,
  input: { trigger: 'manual', strategy: 'native', strategyName: 'Native', fast: false },
  progress: null,
  result: null,
  error: null,
  createdAt: 1,
  updatedAt: 2,
  endedAt: null,
} as const;
const beginning = { pass: 0, passes: 0, passName: '', at: null };

it('shows a fold of before branches were named, and one whose columns cannot be read, as at its beginning', () => {
  expect(jobView(stored)).toMatchObject({ ...beginning, branch: null, strategy: 'native', state: 'running' });
  for (const progress of [5, 'x', [], { pass: 'two' }]) expect(jobView({ ...stored, progress })).toMatchObject(beginning);
  expect(jobView({ ...stored, input: { tsigger: 'manual' } })).toMatchObject({ ...beginning, branch: null, state: 'running' });
});

it('shows how far a fold has come', () => {
  const progress = { pass: 2, passes: 3, passName: 'Summarize', scope: 'messages' };
  expect(jobView({ ...stored, progress })).toMatchObject({ ...progress, at: null });
});
