import type { Log, Tenfold } from '@tenfold/session';
import type { Damage, Store } from '@tenfold/store';
import type { Home } from './home.ts';
import { damagedCopyPath } from './home-copy.ts';

/** How long after the start the check begins, so that it holds up nobody's first request. */
const AFTER_MS = 1_000;

/**
 * Looks through everything stored in the background, of everybody. What is damaged is logged, and told in the app where it is the
 * operator's; a copy of the store as it was found is set aside, once. Answers how to stop it.
 */
export function checkInBackground(
  { folder, store }: Pick<Home, 'folder' | 'store'>,
  { recovery }: Tenfold,
  log: Log,
): () => void {
  const stop = new AbortController();
  const check = async () => {
    const troubles = [...(await recovery.check(stop.signal)), ...(await damagesOfOthers(store, stop.signal))];
    for (const { session, what } of troubles) log.error('damaged', { session, what });
    // What was found in a database is set aside by its own tools.
    const copy = troubles.length === 0 || store.shared ? null : damagedCopyPath(folder);
    if (copy === null) return;
    await store.backup(copy, { asFound: true });
    log.error('damaged-copy', { copy });
  };
  const timer = setTimeout(() => {
    check().catch((error: unknown) => {
      if (!stop.signal.aborted) log.warn('not-checked', { reason: String(error) });
    });
  }, AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** What is damaged of those who share the store. Their titles are nobody's business here. */
async function damagesOfOthers(store: Store, signal: AbortSignal): Promise<readonly Pick<Damage, 'session' | 'what'>[]> {
  const found: Damage[] = [];
  for (const owner of await store.owners()) {
    signal.throwIfAborted();
    if (owner !== store.owner) for (const damage of (await store.for(owner).verify()).damages) found.push(damage);
  }
  return found;
}
