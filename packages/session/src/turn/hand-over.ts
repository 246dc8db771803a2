import type { SessionId } from '@tenfold/store';
import { reasonOf } from '../log.ts';
import { sleep } from '../sleep.ts';
import type { TurnParts } from './turn-under-way.ts';

/** Kind of the task by which one process offers what it has in a session to the others. */
export const TURNS = 'turns';

/** How long a process that leaves waits for another to take its turns. */
const TAKE_MS = 8_000;
/** How long a process that leaves waits for its turns to go on elsewhere: all are offered at once, and one is given up after its own time. */
export const HAND_OVER_MS = 2 * TAKE_MS;
const LOOK_MS = 100;

/**
 * Offers all that this process has in a session to the others and waits until one has taken it. Who takes it swaps the lease of the rows, so
 * that one does and this process is refused from then on; until then the rows are its own, and nobody else comes before them. False where
 * nobody took them.
 */
export async function offerTurns(
  { store, lease, monotonic, log }: Pick<TurnParts, 'store' | 'lease' | 'monotonic' | 'log'>,
  session: SessionId,
): Promise<boolean> {
  const isTaken = async () => (await store.pending.list({ session, lease })).length === 0;
  try {
    if (await isTaken()) return true;
    const input = { session, from: lease };
    await store.queue.put({ owner: store.owner, kind: TURNS, input, key: `${TURNS}:${session}:${lease}` });
    for (const end = monotonic() + TAKE_MS; monotonic() < end; await sleep(LOOK_MS)) if (await isTaken()) return true;
  } catch (error) {
    log.warn('turn-not-handed-over', { session, reason: reasonOf(error) });
  }
  return false;
}
