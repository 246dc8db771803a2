import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StoreFault, StoreFull } from '@tenfold/store';
import { homeFiles } from './home.ts';
import { BadSetting } from './settings.ts';

/** Whether opening failed since nothing can be written where the store lies: a full or read-only disk. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof StoreFull || error instanceof StoreFault;
}

/** What somebody who wants to serve such a home can do. */
export function unwritable(home: string): BadSetting {
  return new BadSetting(
    `The home ${home} cannot be written: its disk is full or read-only. Nothing was changed. What is there can be read: \`tenfold export --home ${home}\` and \`tenfold backup FILE --home ${home}\` work. To serve it, free some space, or copy it and name the copy with --home.`,
  );
}

/** Does something with a copy of a home, for reading where its own disk takes no writes; the copy goes afterwards. */
export async function withHomeCopy<T>(home: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = mkdtempSync(join(tmpdir(), 'tenfold-read-'));
  try {
    const store = homeFiles.store(home);
    // They fit each other: nobody can write there meanwhile.
    for (const file of [`${store}-wal`, store, homeFiles.key(home)])
      if (existsSync(file)) copyFileSync(file, join(copy, basename(file)));
    return await work(copy);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' && !isUnwritable(error)) throw error;
    throw new BadSetting(
      `${home} lies on a disk that is full or read-only, and there is no room for a copy in ${tmpdir()} either. Nothing was changed; set TMPDIR to a folder with room and repeat.`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
