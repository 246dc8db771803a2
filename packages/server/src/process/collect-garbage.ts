import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Lets go of what starting up left behind, so that the pause for it does not fall into somebody's first request. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
