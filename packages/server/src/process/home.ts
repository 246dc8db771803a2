import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { openSecretBox, type SecretBox } from '@tenfold/session';
import { isPostgresUrl, openPostgres, openSqlite, type SqliteOptions, type Store, StoreError } from '@tenfold/store';
import { BadSetting, type ServeSettings } from './settings.ts';

/** A folder with everything one installation keeps. */
export interface Home {
  readonly folder: string;
  /** Names the store's file or database, under whatever path it is reached; a copy has another name. */
  readonly file: string;
  readonly store: Store;
  readonly secrets: SecretBox;
  /** Keys what is hashed for metrics; the same at every start. */
  readonly labelKey: Uint8Array;
}

/** Files of a home. */
export const homeFiles = {
  store: (folder: string) => join(folder, 'tenfold.db'),
  key: (folder: string) => join(folder, 'secret.key'),
};

/** Which home is meant. */
export type HomeSettings = Pick<ServeSettings, 'home' | 'secret' | 'database'>;

/** Host and name of a database, without user and password. */
export function databaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** What tells a store from a copy of it: its file, under whatever path, or its database. */
export async function storeName(address: string): Promise<string> {
  if (isPostgresUrl(address)) return databaseName(address);
  const { dev, ino } = await stat(address);
  return `${dev}:${ino}`;
}

/** The store in a database; one that cannot be reached is a bad setting. */
export async function openDatabase(url: string): Promise<Store> {
  try {
    return await openPostgres(url);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new BadSetting(`The database ${databaseName(url)} cannot be opened. ${error.message} ${error.advice}`);
  }
}

/** Opens a home, made on first use for its owner's eyes only, and brings its store to the newest version. */
export async function openHome(
  { home: folder, secret, database }: HomeSettings,
  options: Pick<SqliteOptions, 'check'> = {},
): Promise<Home> {
  try {
    await makeFolder(resolve(folder));
  } catch (error) {
    throw new BadSetting(`The home ${folder} cannot be made: ${(error as Error).message}. Choose another with --home.`);
  }
  const store = database === undefined ? await openSqlite(homeFiles.store(folder), options) : await openDatabase(database);
  try {
    const secrets = await openSecretBox(homeFiles.key(folder), secret);
    const key = secret ?? (await readFile(homeFiles.key(folder)));
    return {
      folder,
      file: await storeName(database ?? homeFiles.store(folder)),
      store,
      secrets,
      labelKey: createHash('sha256').update('metrics\n').update(key).digest(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A folder and what it lies in, one at a time: asked for all at once, Node tries for ever where none can be made, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}
