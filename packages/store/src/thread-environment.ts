import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of a thread, which takes what the process has compiled from the same cache. Otherwise it compiles everything anew, and
 * first loads what takes the types out of TypeScript: 20 MB.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) };
}
