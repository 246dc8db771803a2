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

/** A copy of a home, for reading where its own disk takes no writes. */
export interface HomeCopy {
  readonly folder: string;
  remove(): void;
}

/** Copies a home into the folder for temporary files. */
export function copyHome(home: string): HomeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-read-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const store = homeFiles.store(home);
    // They fit each other: nobody can write there meanwhile.
    for (const file of [`${store}-wal`, store, homeFiles.key(home)])
      if (existsSync(file)) copyFileSync(file, join(folder, basename(file)));
    return { folder, remove };
  } catch (error) {
    remove();
    throw noRoom(home, error);
  }
}

/** What went wrong with a copy, where that was the room for it. */
function noRoom(home: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' && !isUnwritable(error)) return error;
  return new BadSetting(
    `${home} lies on a disk that is full or read-only, and there is no room for a copy in ${tmpdir()} either. Nothing was changed; set TMPDIR to a folder with room and repeat.`,
  );
}

/** Does something with a copy of a home; the copy goes afterwards. */
export async function withHomeCopy<T>(home: string, work: (copy: string) => Promise<T>): Promise<T> {
  const { folder, remove } = copyHome(home);
  try {
    return await work(folder);
  } catch (error) {
    throw noRoom(home, error);
  } finally {
    remove();
  }
}
