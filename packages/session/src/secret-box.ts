import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Keys of providers at rest: AES-256-GCM, each bound to the row it belongs to. */
export interface SecretBox {
  /** `row` names where the text is kept: a ciphertext moved to another row does not open. */
  seal(text: string, row: string): Uint8Array;
  open(sealed: Uint8Array, row: string): string;
}

/** A stored key cannot be opened: another secret, another row, or changed bytes. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
  constructor() {
    super(
      'A stored key cannot be opened with the present secret. Nothing was sent; enter the key again in the profile, or start with the secret it was stored under.',
    );
  }
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

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

/** The box of an installation: under a given secret, else under a key file that only its owner can read, made on first use. */
export async function openSecretBox(keyFile: string, secret?: string): Promise<SecretBox> {
  if (secret !== undefined && secret !== '') return secretBox(createHash('sha256').update(secret, 'utf8').digest());
  return secretBox(await keyFrom(keyFile));
}

async function keyFrom(file: string): Promise<Uint8Array> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    const made = await open(file, 'wx', 0o600);
    try {
      const key = randomBytes(32);
      await made.write(key);
      await made.sync();
      return key;
    } finally {
      await made.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const key = await readFile(file);
    if (key.length !== 32) throw new SecretUnreadable();
    return key;
  }
}
