import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStrategy, InvalidStrategies, strategiesIn } from '@tenfold/core';
import { BadInput } from './bad-input.ts';

/** Strategies of one's own: out of a file, or a package that is installed where the command is run. Its code runs here. */
export async function ownStrategies(from: string): Promise<readonly AnyStrategy[]> {
  try {
    return strategiesIn(await import(pathToFileURL(placeOf(from)).href), from);
  } catch (error) {
    if (error instanceof InvalidStrategies) throw new BadInput(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadInput(
      `The strategies in ${from} cannot be loaded: ${reason.split('\n')[0]?.replace(/\.$/, '')}. Nothing was done.`,
    );
  }
}

function placeOf(from: string): string {
  const isFile = /^[./\\]|^[a-z]:|\.[cm]?[jt]s$/i.test(from);
  return isFile ? path.resolve(from) : createRequire(path.resolve('package.json')).resolve(from);
}
