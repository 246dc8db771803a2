import type { Sliced } from '@tenfold/dialects';
import { turnTaking } from '@tenfold/store';

/** Does work in slices, others having their turn in between; gives up when the signal does. */
export async function inTurns<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  for (const letOthers = turnTaking(); ; await letOthers()) {
    signal?.throwIfAborted();
    const { done, value } = work.next();
    if (done) return value as T;
  }
}
