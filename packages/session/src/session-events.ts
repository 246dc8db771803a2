import type { EventData, EventType } from '@tenfold/contract';
import type { JsonObject } from '@tenfold/core';
import type { SessionId, Store, StoredEvent } from '@tenfold/store';
import { type Log, reasonOf } from './log.ts';
import { sleep } from './sleep.ts';

/** Events of sessions, stored in order, so that a reader who was away can catch up. */
export interface SessionEvents {
  /** Never throws: an event that cannot be stored is logged and lost. */
  publish<T extends EventType>(session: SessionId, type: T, data: EventData<T>, actor?: string | null): Promise<void>;
  /** Lets readers look at once: events were stored with what they tell of. */
  wake(): void;
  /** Events of a session after a sequence number (only what comes from now on when none is given), until `signal` ends it. */
  follow(session: SessionId, options?: { after?: number; signal?: AbortSignal }): AsyncIterable<StoredEvent>;
  /** The newest event's number. */
  last(session: SessionId): Promise<number>;
}

/** How often readers look for events that other processes wrote. */
const POLL_MS = 1_000;
/** Events of a session that are kept, for how long, and how often the older ones are dropped. */
const MAX_KEPT = 1_000;
const KEPT_MS = 7 * 86_400_000;
const PRUNE_EVERY = 2_000;

/** The events of a store. */
export function sessionEvents(store: Store, now: () => number, log: Log): SessionEvents {
  const readers = new Set<() => void>();
  let published = 0;
  const wake = () => {
    for (const reader of readers) reader();
    if (++published % PRUNE_EVERY === 0)
      store.events
        .prune({ keep: MAX_KEPT, before: now() - KEPT_MS })
        .catch((error: unknown) => log.warn('events-not-pruned', { reason: reasonOf(error) }));
  };
  return {
    wake,
    async publish(session, type, data, actor = null) {
      try {
        await store.events.append({ session, type, actor, data: { ...data } as unknown as JsonObject, at: now() });
        wake();
      } catch (error) {
        log.warn('event-lost', { session, type, reason: reasonOf(error) });
      }
    },
    async *follow(session, { after, signal } = {}) {
      let sequence = after ?? (await store.events.last(session));
      while (signal?.aborted !== true) {
        const events = await store.events.after(session, sequence);
        for (const event of events) {
          sequence = event.sequence;
          yield event;
        }
        if (events.length === 0) await nextWake(readers, signal);
      }
    },
    last: (session) => store.events.last(session),
  };
}

/** Until something is published here, another process may have, or the reader leaves. */
async function nextWake(readers: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  const early = new AbortController();
  const wake = () => early.abort();
  readers.add(wake);
  signal?.addEventListener('abort', wake);
  await sleep(POLL_MS, early.signal);
  readers.delete(wake);
  signal?.removeEventListener('abort', wake);
}
