import type { Sliced } from '@tenfold/dialects';
import { createYield } from '@tenfold/store';

/** Does work in slices, others having their turn in between; gives up when the signal does. */
export async function runInSlices<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  for (const yieldToOthers = createYield(); ; await yieldToOthers()) {
    signal?.throwIfAborted();
    const { done, value } = work.next();
    if (done) return value as T;
  }
}
