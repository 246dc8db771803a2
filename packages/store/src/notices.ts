import type { SessionId } from './session.ts';

/** Tells processes that share a store of each other's events, as far as the store can. */
export interface Notices {
  /** Says that a session has new events. It never throws, and may be lost: what counts is stored. */
  send(session: SessionId): void;
  /** Calls back for what any process says, this one included; null means that something may have been missed. */
  listen(onNotice: (session: SessionId | null) => void): Promise<Listening>;
}

/** What listens, until it is stopped. */
export interface Listening {
  /** False where nothing ever arrives, as in a file or behind a transaction pooler: then one has to look. */
  live(): boolean;
  stop(): Promise<void>;
}
