import type { EventData, EventType } from '@tenfold/contract';
import type { SessionId, StoredEvent } from '@tenfold/store';

/** News of sessions, stored in order, so that a reader who was away can catch up. */
export interface Bulletin {
  /** Never throws: news that cannot be stored is logged and lost. */
  tell<T extends EventType>(session: SessionId, type: T, data: EventData<T>, actor?: string | null): Promise<void>;
  /** News of a session after a sequence number (only what comes from now on when none is given), until `signal` ends it. */
  follow(session: SessionId, options?: { after?: number; signal?: AbortSignal }): AsyncIterable<StoredEvent>;
  last(): Promise<number>;
}
