import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Keys of providers at rest: AES-256-GCM, each bound to the row it belongs to. */
export interface SecretBox {
  /** `row` names where the text is kept: a ciphertext moved to another row does not open. */
  seal(text: string, row: string): Uint8Array;
  open(sealed: Uint8Array, row: string): string;
}

/** A stored key cannot be opened: another secret, another row, or changed bytes. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
  constructor(
    message = 'The stored key cannot be read with the present secret. Nothing was sent; enter the key again in the profile, or start with the secret it was stored under.',
  ) {
    super(message);
  }
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const KEY = 32;

/** A box under a 32-byte key. */
export function secretBox(key: Uint8Array): SecretBox {
  return {
    seal(text, row) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(row));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, row) {
      const bytes = Buffer.from(sealed);
      try {
        if (bytes[0] !== VERSION) throw new Error('unknown version');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE)).setAAD(boundTo(row));
        decipher.setAuthTag(bytes.subarray(1 + NONCE, 1 + NONCE + TAG));
        return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE + TAG)), decipher.final()]).toString('utf8');
      } catch {
        throw new SecretUnreadable();
      }
    },
  };
}

function boundTo(row: string): Buffer {
  return Buffer.from(`${VERSION}\n${row}`, 'utf8');
}

/** A box that opens nothing and takes nothing: where the key file is damaged, only the stored keys are lost. */
function closedBox(why: string): SecretBox {
  const refuse = (): never => {
    throw new SecretUnreadable(why);
  };
  return { seal: refuse, open: refuse };
}

/**
 * The box of an installation: under a given secret, else under a key file that only its owner can read, made on first use
 * unless `make` is false.
 */
export async function openSecretBox(keyFile: string, secret?: string, { make = true } = {}): Promise<SecretBox> {
  if (secret !== undefined && secret !== '') return secretBox(createHash('sha256').update(secret, 'utf8').digest());
  const there = await keyIn(keyFile);
  if (there === null && !make)
    return closedBox(`The key file ${basename(keyFile)} is not there: stored keys have to be entered again.`);
  const key = there ?? (await newKey(keyFile));
  const next = await keyIn(nextKeyFile(keyFile));
  if (key.length === KEY) return next?.length === KEY ? eitherBox(secretBox(key), secretBox(next)) : secretBox(key);
  return closedBox(
    `The key file ${basename(keyFile)} is damaged. Put the right one back, or delete it, start again and enter the keys of your profiles again.`,
  );
}

/** Where the key lies that takes the present one's place: there while keys are sealed anew, and after that was cut off. */
export function nextKeyFile(keyFile: string): string {
  return `${keyFile}.next`;
}

/** Seals with the present key and opens with the next one too, to which a part may have been sealed already. */
function eitherBox(present: SecretBox, next: SecretBox): SecretBox {
  return {
    seal: present.seal,
    open(sealed, row) {
      try {
        return present.open(sealed, row);
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        return next.open(sealed, row);
      }
    },
  };
}

/** The box of a key file as it is, made if `make` says so; null where there is none or it is no key. */
export async function keyFileBox(keyFile: string, { make = false } = {}): Promise<SecretBox | null> {
  const key = (await keyIn(keyFile)) ?? (make ? await newKey(keyFile) : null);
  return key?.length === KEY ? secretBox(key) : null;
}

/** Null where there is none, or an empty one: nothing was ever sealed with that. */
async function keyIn(file: string): Promise<Uint8Array | null> {
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return key === null || key.length === 0 ? null : key;
}

/** Written whole before it gets its name, so that a kill leaves a key file or none. Of two who make one at once, the first one's counts. */
async function newKey(file: string): Promise<Uint8Array> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const made = await open(temporary, 'wx', 0o600);
  try {
    await made.write(randomBytes(KEY));
    await made.sync();
  } finally {
    await made.close();
  }
  const isEmpty = (await stat(file).catch(() => null))?.size === 0;
  try {
    await (isEmpty ? rename : link)(temporary, file);
  } catch (error) {
    // Not every disk has links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(file);
}
