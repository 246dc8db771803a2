import { StoreBusy } from '@tenfold/store';
import { sleep } from '../sleep.ts';

/** How long a store that another process holds is waited for. */
const MAX_WAIT_MS = 60_000;
const PAUSE_MS = 100;

/** Does it again for as long as another process holds the store, which then has saved nothing. */
export async function retryWhileBusy<T>(work: () => Promise<T>, monotonic: () => number): Promise<T> {
  const started = monotonic();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreBusy) || monotonic() - started > MAX_WAIT_MS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
