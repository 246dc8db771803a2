import type { JsonObject } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** Something that happened, in the order it was stored: what a resumed event stream replays. */
export interface StoredEvent {
  /** Grows over the whole store: the `Last-Event-ID`. */
  readonly sequence: number;
  readonly session: SessionId | null;
  readonly type: string;
  readonly actor: string | null;
  readonly data: JsonObject;
  readonly at: number;
}

/** The store's event sequence. */
export interface Events {
  append(event: {
    session?: SessionId | null;
    type: string;
    actor?: string | null;
    data?: JsonObject;
    at: number;
  }): Promise<StoredEvent>;
  /** Events after a sequence number, oldest first, at most `limit` (default 500); of one session where it is named. */
  after(sequence: number, filter?: { session?: SessionId; limit?: number }): Promise<readonly StoredEvent[]>;
  /** The last sequence number, 0 before the first. */
  last(): Promise<number>;
  /** Drops all but the newest `keep`; a reader that is further behind must refresh. Answers how many went. */
  prune(keep: number): Promise<number>;
}
