import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: unknown;

/** Lets go of everything that is held by nobody, so that the pause for it does not fall into somebody's request. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc');
  // As when memory runs out: twice, and free pages go back to the system.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
