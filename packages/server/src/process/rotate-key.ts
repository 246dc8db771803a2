import { existsSync } from 'node:fs';
import { copyFile, link, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { keyFileBox, nextKeyFile, openSecretBox, type Resealed, resealSecrets, type SecretBox } from '@tenfold/session';
import { openSqlite, type Store } from '@tenfold/store';
import { claimAlone } from './claim-home.ts';
import { type HomeSettings, homeFiles, openDatabase } from './home.ts';
import { BadSetting } from './settings.ts';
import { syncToDisk } from './sync-to-disk.ts';

/** What a rotation did. */
export interface Rotated extends Resealed {
  /** What seals keys from now on. */
  readonly under: 'file' | 'secret';
  /** Where the key file of before lies: backups made before are opened with it. Null where there was none. */
  readonly aside: string | null;
}

/**
 * Seals all stored keys anew: under a new key file, or under `newSecret`. Nobody may serve the home meanwhile. The new key is on disk
 * before anything is sealed with it, and everything is sealed in one step; while both files are there, either opens what is stored.
 * So it may be cut off anywhere, and is finished by being run again.
 */
export async function rotateKey({ home, secret, database }: HomeSettings, newSecret?: string): Promise<Rotated> {
  if (database === undefined && !existsSync(homeFiles.store(home)))
    throw new BadSetting(`There is nothing in ${home} yet, and no key to replace. Name another with --home.`);
  if (secret !== undefined && newSecret === undefined)
    throw new BadSetting(
      'Keys are encrypted with TENFOLD_SECRET here: set TENFOLD_NEW_SECRET to the one that takes its place. Nothing was changed.',
    );
  if (newSecret !== undefined && newSecret.length < 16)
    throw new BadSetting('TENFOLD_NEW_SECRET is too short: at least 16 characters are needed. Nothing was changed.');
  const file = homeFiles.key(home);
  const from = secret === undefined ? await keyFileBox(file) : await openSecretBox(file, secret);
  if (from === null)
    throw new BadSetting(
      existsSync(file)
        ? `${file} is damaged. Put the right one back, or delete it, start again and enter the keys again. Nothing was changed.`
        : `There is no ${file}, so nothing can be encrypted with it. Put it back, or start the server once. Nothing was changed.`,
    );
  const store = database === undefined ? await openSqlite(homeFiles.store(home)) : await openDatabase(database);
  try {
    const address = database ?? homeFiles.store(home);
    const release = await claimAlone(store, address, (by) => `It is in use: ${by}. Stop it first; nothing was changed.`);
    try {
      return newSecret === undefined
        ? await toNewFile(store, from, file)
        : await toSecret(store, from, { file, secret, newSecret });
    } finally {
      await release();
    }
  } finally {
    await store.close();
  }
}

async function toNewFile(store: Store, from: SecretBox, file: string): Promise<Rotated> {
  const next = nextKeyFile(file);
  // A rotation that was cut off is finished with its own key.
  const to = await keyFileBox(next, { make: true });
  if (to === null) throw new BadSetting(`${next} is not a key: delete it and try again. Nothing was changed.`);
  await syncToDisk(dirname(file));
  const first = await resealSecrets(store, from, to);
  const aside = await setAside(file);
  await rename(next, file);
  await syncToDisk(dirname(file));
  // Somebody who had the home open may have sealed something with the key of before.
  const rest = await resealSecrets(store, from, to);
  return { ...rest, resealed: first.resealed + rest.resealed, already: first.already, under: 'file', aside };
}

async function toSecret(
  store: Store,
  from: SecretBox,
  { file, secret, newSecret }: { file: string; secret: string | undefined; newSecret: string },
): Promise<Rotated> {
  const to = await openSecretBox(file, newSecret);
  const done = await resealSecrets(store, from, to);
  const aside = secret === undefined ? await setAside(file) : null;
  if (aside !== null) await rm(file, { force: true });
  return { ...done, under: 'secret', aside };
}

/** Keeps the key file under another name, beside its own: there is never a moment without it. */
async function setAside(file: string): Promise<string> {
  const day = new Date().toISOString().replace(/\W/g, '-');
  const aside = join(dirname(file), `before-${day}-${basename(file)}`);
  await link(file, aside).catch(() => copyFile(file, aside));
  await syncToDisk(dirname(file));
  return aside;
}
