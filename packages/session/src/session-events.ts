import type { EventData, EventType } from '@tenfold/contract';
import type { SessionId, Store, StoredEvent } from '@tenfold/store';
import { type Log, reasonOf } from './log.ts';

/** Events of sessions, stored in order, so that a reader who was away can catch up. */
export interface SessionEvents {
  /** Never throws: an event that cannot be stored is logged and lost. */
  publish<T extends EventType>(session: SessionId, type: T, data: EventData<T>, actor?: string | null): Promise<void>;
  /** Lets readers of a session look at once, in every process: events were stored with what they tell of. */
  wake(session: SessionId): void;
  /** Events of a session after a sequence number, handed over one by one, each once `take` is done with the one before, until the answer is called. What waits is no more than a few words of memory. */
  deliver(session: SessionId, after: number, to: Delivered): () => void;
  /** Hears of the next event of a session, from now on until `end`. */
  watch(session: SessionId, signal?: AbortSignal): Promise<{ readonly woken: Promise<void>; end(): void }>;
  /** The newest event's number. */
  last(session: SessionId): Promise<number>;
  /** True while somebody waits for events of any session. */
  isFollowed(): boolean;
  close(): Promise<void>;
}

/** Who events are handed over to. */
export interface Delivered {
  take(event: StoredEvent): unknown;
  /** They cannot be read: no more will come. */
  onError(error: unknown): void;
}

/** How often somebody looks for events that other processes wrote, where several serve a store and where not; where they tell each other, only for what may have been missed. */
const POLL_MS = { shared: 500, own: 1_000 };
const LIVE_MS = 30_000;

/** Events that are read at once. */
const PAGE = 500;

/** The events of a store. */
export async function sessionEvents(store: Store, now: () => number, log: Log): Promise<SessionEvents> {
  const waiters = new EventWaiters();
  const look = async () => {
    const sessions = waiters.sessions();
    if (sessions.length === 0) return;
    const lasts = await store.events.lasts(sessions);
    // Of one that is gone, whoever reads on finds that.
    for (const session of sessions) waiters.wake(session, lasts.get(session));
  };
  const lookSafely = () => look().catch((error: unknown) => log.warn('events-not-read', { reason: reasonOf(error) }));
  const listening = await store.notices.listen((session) => void (session === null ? lookSafely() : waiters.wake(session)));
  const readAfter = readTogether(store.events);
  let lookedAt = performance.now();
  const poll = setInterval(
    () => {
      if (listening.live() && performance.now() - lookedAt < LIVE_MS) return;
      lookedAt = performance.now();
      lookSafely();
    },
    store.shared ? POLL_MS.shared : POLL_MS.own,
  ).unref();
  const wake = (session: SessionId) => {
    waiters.wake(session);
    store.notices.send(session);
  };
  return {
    wake,
    async publish(session, type, data, actor = null) {
      try {
        await store.events.append({ session, type, actor, data, at: now() });
        wake(session);
      } catch (error) {
        log.warn('event-lost', { session, type, reason: reasonOf(error) });
      }
    },
    deliver(session, after, to) {
      const delivery = new Delivery(readAfter, { session, after, to });
      waiters.add(delivery);
      delivery.wake();
      return () => {
        waiters.delete(delivery);
        delivery.end();
      };
    },
    watch: async (session, signal) => waiters.begin(session, await store.events.last(session), signal),
    last: (session) => store.events.last(session),
    isFollowed: () => waiters.any(),
    async close() {
      clearInterval(poll);
      await listening.stop();
    },
  };
}

/** Where a reader has come to. */
interface Waiter {
  readonly session: SessionId;
  readonly sequence: number;
  wake(): void;
}

type ReadAfter = (session: SessionId, sequence: number) => Promise<readonly StoredEvent[]>;

/**
 * Who asks for the same events in the same turn of the loop gets them of one reading. It begins behind that turn: a reader that was woken
 * must not get what was read before it was.
 */
function readTogether(events: Store['events']): ReadAfter {
  const asked = new Map<string, Promise<readonly StoredEvent[]>>();
  return (session, sequence) => {
    const key = `${sequence} ${session}`;
    const same = asked.get(key);
    if (same !== undefined) return same;
    const reading = new Promise<void>((begin) => setImmediate(begin)).then(() => {
      asked.delete(key);
      return events.after(session, sequence, PAGE);
    });
    asked.set(key, reading);
    return reading;
  };
}

/** Reads on when it is woken, and is nothing but its place until then. */
class Delivery implements Waiter {
  readonly session: SessionId;
  sequence: number;
  readonly #readAfter: ReadAfter;
  readonly #to: Delivered;
  #isWoken = false;
  #isReading = false;
  #isOver = false;

  constructor(readAfter: ReadAfter, { session, after, to }: { session: SessionId; after: number; to: Delivered }) {
    this.session = session;
    this.sequence = after;
    this.#readAfter = readAfter;
    this.#to = to;
  }

  wake(): void {
    this.#isWoken = true;
    if (!this.#isReading) this.#read().catch((error: unknown) => this.#to.onError(error));
  }

  end(): void {
    this.#isOver = true;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#isWoken && !this.#isOver) {
      this.#isWoken = false;
      const events = await this.#readAfter(this.session, this.sequence);
      for (const event of events) {
        if (this.#isOver) return;
        this.sequence = event.sequence;
        await this.#to.take(event);
      }
      // What comes while some are handed over wakes it; what did not fit is there already.
      this.#isWoken ||= events.length === PAGE;
    }
    this.#isReading = false;
  }
}

/** Readers that wait for events, by session: an event wakes those of its own and nobody else. */
export class EventWaiters {
  readonly #bySession = new Map<SessionId, Set<Waiter>>();

  /** Waits from now on: what is stored before anybody asks for `woken` wakes too, so that none is slept through. */
  begin(session: SessionId, sequence: number, signal: AbortSignal | undefined): { readonly woken: Promise<void>; end(): void } {
    const { promise: woken, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const waiter = { session, sequence, wake };
    this.add(waiter);
    if (signal?.aborted) wake();
    signal?.addEventListener('abort', wake);
    const end = () => {
      signal?.removeEventListener('abort', wake);
      this.delete(waiter);
    };
    return { woken, end };
  }

  add(waiter: Waiter): void {
    const { session } = waiter;
    this.#bySession.set(session, (this.#bySession.get(session) ?? new Set()).add(waiter));
  }

  delete(waiter: Waiter): void {
    const { session } = waiter;
    const waiters = this.#bySession.get(session);
    if (waiters?.delete(waiter) && waiters.size === 0) this.#bySession.delete(session);
  }

  any(): boolean {
    return this.#bySession.size > 0;
  }

  /** Sessions somebody waits for. */
  sessions(): readonly SessionId[] {
    return [...this.#bySession.keys()];
  }

  /** Wakes the readers of a session that have not come to a number. */
  wake(session: SessionId, last = Infinity): void {
    for (const waiter of this.#bySession.get(session) ?? []) if (waiter.sequence < last) waiter.wake();
  }
}
