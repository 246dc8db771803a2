import { setImmediate } from 'node:timers/promises';
import type { Sliced } from '@tenfold/dialects';

/** Milliseconds a long piece of work goes on before others have their turn. */
const SLICE_MS = 8;

/** Keeps long work from holding everyone up: it looks whether its time is over, and rests. */
export class Pace {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  async rest(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}

/** Does work in slices, others having their turn in between; gives up when the signal does. */
export async function inTurns<T>(work: Sliced<T>, signal?: AbortSignal): Promise<T> {
  const pace = new Pace();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value as T;
    if (!pace.isOver) continue;
    await pace.rest();
    signal?.throwIfAborted();
  }
}
