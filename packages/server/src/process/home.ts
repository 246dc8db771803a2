import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSecretBox, type SecretBox } from '@tenfold/session';
import { openSqlite, type Store } from '@tenfold/store';
import { BadSetting } from './settings.ts';

/** A folder with everything one installation keeps. */
export interface Home {
  readonly folder: string;
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

/** Opens a home, made on first use for its owner's eyes only, and brings its store to the newest version. */
export async function openHome(folder: string, secret?: string): Promise<Home> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new BadSetting(`The home ${folder} cannot be made: ${(error as Error).message}. Choose another with --home.`);
  }
  const store = await openSqlite(homeFiles.store(folder));
  try {
    const secrets = await openSecretBox(homeFiles.key(folder), secret);
    const key = secret ?? (await readFile(homeFiles.key(folder)));
    return { folder, store, secrets, labelKey: createHash('sha256').update('metrics\n').update(key).digest() };
  } catch (error) {
    await store.close();
    throw error;
  }
}
