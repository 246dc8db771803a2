import type { Json, JsonObject } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** Names a job. */
export type JobId = string;

/** Where a job is. The last three are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** Work in the background. */
export interface Job {
  readonly id: JobId;
  readonly session: SessionId | null;
  readonly kind: string;
  /** While the job is queued or running no other may have the same slot: `fold:<session>` allows one fold at a time. */
  readonly slot: string | null;
  readonly state: JobState;
  /** Fencing token of the process that runs it. */
  readonly lease: number | null;
  readonly input: JsonObject;
  readonly progress: Json;
  readonly result: Json;
  readonly error: JsonObject | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A step of a job. Given `lease`, it is refused once another process has the job. */
export interface JobChange {
  readonly state?: JobState;
  readonly lease?: number;
  readonly progress?: Json;
  readonly result?: Json;
  readonly error?: JsonObject | null;
  readonly at: number;
}

/** Jobs, newest first. */
export interface Jobs {
  /** A taken slot is a `Conflict` whose facts name the job that has it. */
  create(job: {
    id?: JobId;
    session?: SessionId | null;
    kind: string;
    slot?: string | null;
    state?: 'queued' | 'running';
    lease?: number | null;
    input?: JsonObject;
    at: number;
  }): Promise<Job>;
  get(id: JobId): Promise<Job>;
  list(filter?: { session?: SessionId; kind?: string; states?: readonly JobState[]; limit?: number }): Promise<readonly Job[]>;
  /** A final job does not change any more: `Conflict`. A lease that is not the job's own: `LeaseLost`. */
  update(id: JobId, change: JobChange): Promise<Job>;
  /** Gives an unfinished job of a dead lease to a living one. */
  adopt(id: JobId, from: number | null, to: number, at: number): Promise<Job>;
}
