import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { markBrought } from '@tenfold/session';
import { isPostgresUrl, type Moved, type MoveProgress, moveStore, StoreError } from '@tenfold/store';
import { claimAlone } from './claim-home.ts';
import { databaseName, type HomeSettings, homeFiles } from './home.ts';
import { BadSetting } from './settings.ts';

/**
 * Carries everything stored to a PostgreSQL database or to the file of another home. It holds both as a server would, so that
 * nobody writes meanwhile. What opens stored keys (`secret.key`) is not in the store and stays where it is.
 */
export async function moveHome(
  { home, database }: Pick<HomeSettings, 'home' | 'database'>,
  to: string,
  onProgress: (progress: MoveProgress) => void,
): Promise<Moved & { readonly to: string }> {
  const source = database ?? homeFiles.store(home);
  if (/^[a-z][\w+.-]*:\/\//i.test(to) && !isPostgresUrl(to))
    throw new BadSetting(`${to}: a URL of a PostgreSQL database (postgres://…) or a folder is expected. Nothing was moved.`);
  const target = isPostgresUrl(to) ? to : homeFiles.store(resolve(to));
  if (database === undefined && !existsSync(source))
    throw new BadSetting(`There is nothing in ${home} to move. Name another with --home.`);
  if (source === target) throw new BadSetting('Source and target are the same. Nothing was moved.');
  const moved = await moveStore(source, target, {
    onProgress,
    async claim(store, address) {
      const release = await claimAlone(store, address, (by) => `It is in use there: ${by}. Stop it first; nothing was moved.`);
      // Before anything is copied, so that it holds wherever the move is cut off.
      if (address === target) await markBrought(store, Date.now());
      return release;
    },
  }).catch((error: unknown) => {
    throw error instanceof StoreError ? new BadSetting(`${error.message} ${error.advice}`) : error;
  });
  return { ...moved, to: isPostgresUrl(to) ? databaseName(to) : resolve(to) };
}
