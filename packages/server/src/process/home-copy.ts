import { constants, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StoreCorrupt, StoreFault, StoreFull } from '@tenfold/store';
import { homeFiles } from './home.ts';
import { BadSetting } from './settings.ts';

/** Whether opening failed since nothing can be written where the store lies: a full or read-only disk. */
function isUnwritable(error: unknown): boolean {
  return error instanceof StoreFull || error instanceof StoreFault;
}

/** Why a home is only read, and from a copy: its disk takes no writes, or its file is damaged and stays as it was found. */
export type CopyReason = 'unwritable' | 'damaged';

/** Why what could not be opened may be read from a copy; null where that helps nobody. */
export function copyReason(error: unknown): CopyReason | null {
  return isUnwritable(error) ? 'unwritable' : error instanceof StoreCorrupt ? 'damaged' : null;
}

/** What people should know where they are shown a copy. */
export function copyNote(home: string, why: CopyReason): string {
  return why === 'damaged'
    ? `The store in ${home} is damaged; this is what can still be read of it. Nothing there was changed: put a backup in place with \`tenfold restore FILE\`.`
    : `${home} lies on a disk that is full or read-only, so a copy of it was read. Nothing there was changed.`;
}

/** How thoroughly such a copy is looked at: what is damaged would be refused. */
export const checkOf = (why: CopyReason) => ({ check: why === 'damaged' ? ('none' as const) : ('quick' as const) });

/** A copy of a home, for reading where its own disk takes no writes or its store is damaged. */
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
    // They fit each other: nobody can write there meanwhile, or has it open.
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

/** Opens a copy of a home and does something with it; the copy goes afterwards. */
export async function withHomeCopy<Opened, T>(
  home: string,
  open: (copy: string) => Promise<Opened>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { folder, remove } = copyHome(home);
  try {
    // What fails later has reasons of its own, such as the disk that a backup is written to.
    const opened = await open(folder).catch((error: unknown) => {
      throw noRoom(home, error);
    });
    return await work(opened);
  } finally {
    remove();
  }
}

/** Copies that were set aside begin like this. */
const ASIDE = 'damaged-';

/** Where a copy of what is damaged in a home is to be set aside; null where there is one already. */
export function damagedCopyPath(home: string): string | null {
  if (readdirSync(home).some((name) => name.startsWith(ASIDE))) return null;
  return join(home, `${ASIDE}${new Date().toISOString().replace(/\W/g, '-')}.db`);
}

/** Sets a store that could not be opened aside, as it was found, once. Its log goes with it. */
export function keepDamagedCopy(home: string): void {
  const place = damagedCopyPath(home);
  const store = homeFiles.store(home);
  if (place === null) return;
  for (const end of ['-wal', '']) if (existsSync(store + end)) copyFileSync(store + end, place + end, constants.COPYFILE_EXCL);
}
