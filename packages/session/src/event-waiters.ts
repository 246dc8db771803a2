import type { SessionId } from '@tenfold/store';

/** Where a reader has come to. */
interface Waiter {
  readonly session: SessionId;
  readonly sequence: number;
  wake(): void;
}

/** Readers that wait for events, by session: an event wakes those of its own and nobody else. */
export class EventWaiters {
  readonly #bySession = new Map<SessionId, Set<Waiter>>();

  /** Waits from now on: what is stored before anybody asks for `woken` wakes too, so that none is slept through. */
  begin(session: SessionId, sequence: number, signal: AbortSignal | undefined): { readonly woken: Promise<void>; end(): void } {
    const { promise: woken, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const waiter = { session, sequence, wake };
    const waiters = this.#bySession.get(session) ?? new Set();
    this.#bySession.set(session, waiters.add(waiter));
    if (signal?.aborted) wake();
    signal?.addEventListener('abort', wake);
    const end = () => {
      signal?.removeEventListener('abort', wake);
      waiters.delete(waiter);
      if (waiters.size === 0 && this.#bySession.get(session) === waiters) this.#bySession.delete(session);
    };
    return { woken, end };
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
