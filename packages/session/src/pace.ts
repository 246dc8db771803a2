import { setImmediate } from 'node:timers/promises';

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
