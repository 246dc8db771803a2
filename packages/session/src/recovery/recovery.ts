import type { RecoverableSession } from '@tenfold/contract';
import type { SessionId } from '@tenfold/store';
import type { Session } from '../sessions.ts';

export type { RecoverableSession };

/** Something stored that is not as it was stored. */
export interface Trouble {
  /** Null where it is about the whole store. */
  readonly session: SessionId | null;
  readonly what: string;
}

/** Sessions whose process died in the middle of something. */
export interface Recovery {
  list(): Promise<readonly RecoverableSession[]>;
  /** Brings everything back, the partial answer as an entry marked aborted. */
  resume(session: SessionId): Promise<Session>;
  /** Leaves the session as it is and asks no more. */
  dismiss(session: SessionId): Promise<void>;
  /** Looks through everything stored, session by session, while others go on; answers what is damaged. */
  check(signal?: AbortSignal): Promise<readonly Trouble[]>;
  /** What the last check found, and what was missing when the store was opened. */
  troubles(): readonly Trouble[];
}
