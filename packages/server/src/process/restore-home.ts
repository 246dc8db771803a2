import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { keepNamedHosts, livingProcesses, openSecretBox, type StoredHosts, storedHosts } from '@tenfold/session';
import { openSqlite, type Store, StoreCorrupt, type Verification } from '@tenfold/store';
import { homeFiles } from './home.ts';
import { BadSetting } from './settings.ts';
import { syncToDisk } from './sync-to-disk.ts';

/** What came of a restore. */
export interface Restored extends Verification {
  /** Folder with the store as it was before; null where there was none. */
  readonly aside: string | null;
  /** Hosts that the backup lets keys of the environment go to, and the home it is put into did not. */
  readonly hostsToAllow: readonly string[];
}

const ENDS = ['', '-wal', '-shm', '-mark'];

/** Puts a backup in place of a home's store. The old one is set aside first; a file that is no store changes nothing, and what is damaged in one that is comes with the rest. */
export async function restoreHome(home: string, backup: string, secret?: string): Promise<Restored> {
  refuseNoFile(backup);
  const store = homeFiles.store(home);
  const before = await hostsNamedIn(store);
  const temporary = `${store}.restoring`;
  try {
    await copyInto(home, backup, temporary);
    const found = await checkBackup(temporary, backup, async (store) => {
      const secrets = await openSecretBox(homeFiles.key(home), secret, { make: false });
      return keepNamedHosts(store, secrets, { before, at: Date.now() });
    });
    const aside = setAside(home, store);
    // A log must never lie beside a file it does not belong to.
    for (const end of ['-wal', '-shm']) rmSync(store + end, { force: true });
    renameSync(temporary, store);
    await syncToDisk(home);
    rmSync(`${store}-mark`, { force: true });
    return { ...found, aside };
  } finally {
    for (const end of ENDS) rmSync(temporary + end, { force: true });
  }
}

/** @throws BadSetting where there is no file of that name */
export function refuseNoFile(backup: string): void {
  const about = statSync(backup, { throwIfNoEntry: false });
  if (about === undefined) throw new BadSetting(`${backup} is not there. Nothing was changed.`);
  if (!about.isFile()) throw new BadSetting(`${backup} is no file. Nothing was changed; name one that \`tenfold backup\` made.`);
}

/** @throws BadSetting where the home takes no such file */
async function copyInto(home: string, backup: string, temporary: string): Promise<void> {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    for (const end of ENDS) rmSync(temporary + end, { force: true });
    copyFileSync(backup, temporary);
    await chmod(temporary, 0o600);
    // The store is not open in this process: nobody's locks go with the descriptor.
    await syncToDisk(temporary);
  } catch (error) {
    const reason = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason === undefined) throw error;
    throw new BadSetting(`The backup cannot be put into ${home}: ${reason}. Nothing was changed.`);
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk has no room for it beside what is there',
  EROFS: 'its disk is read-only',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
};

async function checkBackup(
  temporary: string,
  backup: string,
  keepHosts: (store: Store) => Promise<readonly string[]>,
): Promise<Omit<Restored, 'aside'>> {
  const found = await refuseDamaged(backup, async () => {
    const store = await openSqlite(temporary, { check: 'full', isThere: true });
    try {
      const found = await store.verify();
      return { ...found, hostsToAllow: await keepHosts(store) };
    } finally {
      await store.close();
    }
  });
  // Closing writes the log into the file. Where that failed, SQLite leaves the log, and the file without it is not whole.
  if (existsSync(`${temporary}-wal`))
    throw new BadSetting(
      'The backup cannot be put in place: the disk reported an error while it was written. Nothing was changed.',
    );
  return found;
}

/** Opens or reads a copy of a backup. @throws BadSetting where the backup is damaged */
export async function refuseDamaged<T>(backup: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof StoreCorrupt)) throw error;
    throw new BadSetting(`${backup} is damaged itself, or no backup at all. Nothing was changed; choose another.`);
  }
}

/** Where the home that is there lets keys of the environment go; null where it does not say. @throws BadSetting while it is served */
async function hostsNamedIn(file: string): Promise<StoredHosts | null> {
  if (!existsSync(file)) return null;
  const store = await openSqlite(file).catch(() => null);
  // Too damaged to say who has it open.
  if (store === null) return null;
  try {
    refuseServed(await livingProcesses(store));
    return await storedHosts(store);
  } finally {
    await store.close();
  }
}

function refuseServed([living]: Awaited<ReturnType<typeof livingProcesses>>): void {
  if (living === undefined) return;
  const who =
    typeof living.facts.url === 'string'
      ? `A server runs on this home at ${living.facts.url}`
      : `Process ${living.facts.pid} has this home open`;
  throw new BadSetting(`${who}. Stop it first; nothing was changed.`);
}

/** Links, so that there is never a moment without either store. */
function setAside(home: string, store: string): string | null {
  if (!existsSync(store)) return null;
  const aside = join(home, `before-restore-${new Date().toISOString().replace(/\W/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const end of ENDS) if (existsSync(store + end)) linkSync(store + end, join(aside, `tenfold.db${end}`));
  return aside;
}
