import type { RecoverableSession } from '@tenfold/contract';
import type { SessionId } from '@tenfold/store';
import type { Session } from '../sessions.ts';

export type { RecoverableSession };

/** Sessions whose process died in the middle of something. */
export interface Recovery {
  list(): Promise<readonly RecoverableSession[]>;
  /** Brings everything back, the partial answer as an entry marked aborted. */
  resume(session: SessionId): Promise<Session>;
  /** Leaves the session as it is and asks no more. */
  dismiss(session: SessionId): Promise<void>;
}
