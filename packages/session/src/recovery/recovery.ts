import type { SessionId } from '@tenfold/store';
import type { CheckpointView } from '../checkpoints/checkpoints.ts';
import type { Session } from '../sessions.ts';

/** A session that ended abnormally. */
export interface RecoverableSession {
  readonly session: Session;
  /** `Resume from checkpoint? [timestamp] - [label]` */
  readonly prompt: string;
  readonly checkpoint: CheckpointView | null;
  /** What there is to bring back, in words. */
  readonly what: string;
  /** What had come of the answer. */
  readonly partial: string | null;
}

/** Sessions whose process died in the middle of something. */
export interface Recovery {
  list(): Promise<readonly RecoverableSession[]>;
  /** Brings everything back, the partial answer as an entry marked aborted. */
  resume(session: SessionId): Promise<Session>;
  /** Leaves the session as it is and asks no more. */
  dismiss(session: SessionId): Promise<void>;
}
