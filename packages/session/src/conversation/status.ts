import type { Status } from '@tenfold/core';
import type { Job } from '../folding/job.ts';

/** Core's status with what the shell knows beside it. */
export interface ContextStatus extends Status {
  /** Version of the head it was taken of. */
  readonly version: number;
  readonly folding: Job | null;
  /** Seconds until a fold may start again, 0 when it may. */
  readonly cooldownSeconds: number;
  /** True when background folding is off after failing again and again. */
  readonly breakerOpen: boolean;
  /** One line for a gauge. */
  readonly text: string;
}
