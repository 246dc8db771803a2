import { randomBytes } from 'node:crypto';
import { open, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BadInput } from '../bad-input.ts';

/** How a file is to be written. */
interface WriteOptions {
  /** Who may read it; by default who might before. */
  readonly mode?: number;
  /** Nothing of that name may be there. */
  readonly isNew?: true;
}

/** Writes a file whole or not at all: whoever reads it sees the old or the new content. Devices and pipes are written to as they are. */
export async function writeWhole(file: string, text: string, options: WriteOptions = {}): Promise<void> {
  const { mode, isNew } = options;
  try {
    const old = await stat(file).catch(nullIfMissing);
    const target = old === null ? await readlink(file).catch(() => null) : null;
    // A link to what is not there yet stays one.
    if (target !== null) return await writeWhole(path.resolve(path.dirname(file), target), text, options);
    if (old !== null && isNew) throw new BadInput(`${file} is already there. Nothing was written; choose a new name.`);
    if (old?.isDirectory()) throw new BadInput(`${file}: expected the name of a file to write, found a folder`);
    if (old !== null && !old.isFile()) await writeFile(file, text);
    else await replace(old === null ? file : await realpath(file), text, mode ?? old?.mode);
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`${file}: cannot be written (${whyUnwritten(error as Error)}); nothing was changed`);
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Whether two names are of one file that is there. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((name) => stat(name).catch(() => null)));
  return first != null && second != null && first.dev === second.dev && first.ino === second.ino;
}

/** Why a file could not be written, in words. */
export function whyUnwritten(error: NodeJS.ErrnoException): string {
  return reasons[error.code ?? ''] ?? error.message;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
};

async function replace(file: string, text: string, mode = 0o666): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
