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
