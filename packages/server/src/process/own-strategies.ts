import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStrategy, InvalidStrategies, strategiesIn } from '@tenfold/core';

/**
 * Strategies of one's own, out of a file, or a package that is installed where the program is started. It is code that runs
 * here, so only whoever starts the program names it; no request, settings file or import can. @throws InvalidStrategies
 */
export async function ownStrategies(from: string | undefined): Promise<readonly AnyStrategy[]> {
  if (from === undefined) return [];
  try {
    return strategiesIn(await import(pathToFileURL(placeOf(from)).href), from);
  } catch (cause) {
    if (cause instanceof InvalidStrategies) throw cause;
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw new InvalidStrategies(
      `The strategies in ${from} cannot be loaded: ${reason.replace(/\.$/, '')}. Nothing was started. Name a file (./mine.mjs) or a package that is installed in ${resolve('.')}.`,
    );
  }
}

/** Where a file or an installed package lies, seen from a folder. */
export function placeOf(from: string, folder = '.'): string {
  const isFile = /^[./\\]|^[a-z]:|\.[cm]?[jt]s$/i.test(from);
  return isFile ? resolve(folder, from) : createRequire(resolve(folder, 'package.json')).resolve(from);
}
