import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: unknown;

/**
 * Lets go of everything that is held by nobody, so that the pause for it does not fall into somebody's request. Who `givesBack` has it
 * done as when memory runs out: twice, and free pages go back to the system.
 */
export function collectGarbage({ givesBack }: { readonly givesBack: boolean }): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', ...(givesBack && { flavor: 'last-resort' }) });
}

/** Bytes outside its heap at which V8 begins to look for what is not used any more. */
const OUTSIDE = 100_000_000;

/** Begins the same beside all other work, in slices. Memory that nobody writes to is taken by name only. */
export function beginCollecting(): void {
  try {
    void new ArrayBuffer(OUTSIDE);
  } catch {
    // Where not even that much is left, V8 has looked already.
  }
}
