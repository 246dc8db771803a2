import type { JobId, RunTrigger, SessionId } from '@tenfold/store';

/** Where a fold in the background is. The last four are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'skipped';

/** A fold in the background. */
export interface Job {
  readonly id: JobId;
  readonly session: SessionId;
  readonly state: JobState;
  readonly trigger: RunTrigger;
  readonly strategy: string;
  readonly strategyName: string;
  /** Pass under way, from 1, of how many, and its name. */
  readonly pass: number;
  readonly passes: number;
  readonly passName: string;
  /** `Summarizing 45 messages...` */
  readonly scope: string;
  readonly startedAt: number;
  /** Why it was skipped or failed. */
  readonly reason?: string;
  readonly runId?: string;
  readonly fast: boolean;
}
