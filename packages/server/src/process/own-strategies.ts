import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStrategy, InvalidStrategies, strategiesIn } from '@tenfold/core';
import { BadSetting } from './settings.ts';

/**
 * Strategies of one's own, out of a module. It is code that runs in the server, so only whoever starts the server names it;
 * no request, settings file or import can.
 */
export async function ownStrategies(file: string): Promise<readonly AnyStrategy[]> {
  const path = resolve(file);
  try {
    return strategiesIn(await import(pathToFileURL(path).href), file);
  } catch (cause) {
    if (cause instanceof InvalidStrategies) throw new BadSetting(cause.message);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BadSetting(`The strategies in ${path} cannot be loaded: ${reason.replace(/\.$/, '')}. Nothing was started.`, {
      cause,
    });
  }
}
