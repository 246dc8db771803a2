import { Job } from '@tenfold/contract';
import { FOLD_JOB, type JobId, type RunTrigger, type SessionId, type Job as StoredJob } from '@tenfold/store';
import { CONDENSING, type Progress } from './progress.ts';

/** What the store keeps of a fold that is asked for. */
export interface JobInput {
  readonly branch: string | null;
  readonly trigger: RunTrigger;
  readonly strategy: string;
  readonly strategyName: string;
  readonly fast: boolean;
}

/** How a fold ended, as its row has it. */
export interface JobEnd {
  readonly reason?: string;
  readonly runId?: string;
  readonly skipped?: true;
  /** It came to an end by lesser means than were asked for. */
  readonly degraded?: true;
}

/** Whether a stored job is over. */
export function isFinal(state: StoredJob['state']): boolean {
  return state !== 'queued' && state !== 'running';
}

/** Kind and slot of a fold's row: one at a time in a session, over all processes. */
export const FOLD_KIND = FOLD_JOB;
export const foldSlot = (session: SessionId) => `fold:${session}`;

/** Why a fold failed whose process died. */
export const ABANDONED = 'Its process ended in the middle of it.';
/** Why a fold ended that somebody did not want any more. */
export const WITHDRAWN = 'It was cancelled.';

/** A fold as it is shown before it has a row. */
export function newJob(id: JobId, session: SessionId, input: JobInput, startedAt: number): Job {
  return { id, session, state: 'queued', ...input, ...BEGINNING, startedAt, endedAt: null };
}

// A damaged column is no reason to show nothing of the fold, or of its session.
const StoredInput = Job.pick({ trigger: true, strategy: true, strategyName: true, fast: true })
  .extend({ branch: Job.shape.branch.default(null) })
  .catch({ trigger: 'manual', strategy: '', strategyName: '', fast: false, branch: null });
const StoredProgress = Job.pick({ pass: true, passes: true, passName: true, scope: true })
  .extend({ at: Job.shape.at.default(null) })
  .catch(() => BEGINNING);

/** A stored job as it is shown. */
export function jobView(stored: StoredJob): Job {
  const input = StoredInput.parse(stored.input);
  const progress = StoredProgress.parse(stored.progress);
  const end = (stored.result ?? stored.error ?? {}) as JobEnd;
  return {
    id: stored.id,
    session: stored.session ?? '',
    state: stored.state === 'done' && end.skipped === true ? 'skipped' : stored.state,
    ...input,
    ...progress,
    startedAt: stored.createdAt,
    endedAt: isFinal(stored.state) ? stored.updatedAt : null,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
    ...(end.runId === undefined ? {} : { runId: end.runId }),
  };
}

/** The job of a process that died in the middle of it. */
export function abandonedView(stored: StoredJob): Job {
  return { ...jobView({ ...stored, state: 'failed' }), reason: ABANDONED };
}

const BEGINNING: Progress = { pass: 0, passes: 0, passName: '', scope: CONDENSING, at: null };
