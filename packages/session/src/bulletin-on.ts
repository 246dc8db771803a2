import type { Store } from '@tenfold/store';
import type { Bulletin } from './bulletin.ts';
import { type Log, reasonOf } from './log.ts';
import { sleep } from './sleep.ts';

/** How often readers look for news that other processes wrote. */
const LOOK_MS = 1_000;
/** News kept, and how often the older ones are dropped. */
const KEPT = 20_000;
const TIDY_EVERY = 2_000;

/** The bulletin of a store. */
export function bulletinOn(store: Store, now: () => number, log: Log): Bulletin {
  const readers = new Set<() => void>();
  let told = 0;
  return {
    async tell(session, type, data, actor = null) {
      try {
        await store.events.append({ session, type, actor, data: { ...data }, at: now() });
        for (const wake of readers) wake();
        if (++told % TIDY_EVERY === 0) await store.events.prune(KEPT);
      } catch (error) {
        log.warn('news-lost', { session, type, reason: reasonOf(error) });
      }
    },
    async *follow(session, { after, signal } = {}) {
      let sequence = after ?? (await store.events.last());
      while (signal?.aborted !== true) {
        const news = await store.events.after(sequence, { session });
        for (const event of news) {
          sequence = event.sequence;
          yield event;
        }
        if (news.length === 0) await nextWake(readers, signal);
      }
    },
    last: () => store.events.last(),
  };
}

/** Until something is told here, another process may have, or the reader leaves. */
async function nextWake(readers: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  const early = new AbortController();
  const wake = () => early.abort();
  readers.add(wake);
  signal?.addEventListener('abort', wake);
  await sleep(LOOK_MS, early.signal);
  readers.delete(wake);
  signal?.removeEventListener('abort', wake);
}
