import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Invalid, StoreBusy } from '../error.ts';
import { Connection } from './connection.ts';

/** How a copy is made. */
export interface BackupOptions {
  /** Every page as it is, what was deleted and what is damaged included; default false. */
  readonly asFound?: boolean;
}

/**
 * A consistent copy, for its owner's eyes from the first byte, under its name only when it is whole. What was deleted is not
 * in it, neither as a free page nor as a word of the index. What killed ones left beside it goes.
 */
export async function backUp(
  from: Connection,
  path: string,
  { asFound = false }: BackupOptions = {},
): Promise<{ bytes: number }> {
  if (existsSync(path)) throw new Invalid(`${path} is already there. Nothing was written.`, { path }, 'Choose a new name.');
  removeLeftovers(path);
  const temporary = `${path}.${process.pid}.partial`;
  closeSync(openSync(temporary, 'wx', 0o600));
  try {
    await from.backup(temporary);
    if (!asFound) forgetDeleted(temporary);
    flush(temporary);
    renameSync(temporary, path);
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) rmSync(temporary + end, { force: true });
    throw error;
  }
  flush(dirname(path));
  return { bytes: statSync(path).size };
}

function forgetDeleted(temporary: string): void {
  const copy = new Connection(temporary, { busyMs: 1_000, readOnly: false });
  try {
    for (const table of ['entry_words', 'memory_words'])
      copy.prepare(`insert into ${table} (${table}) values ('optimize')`).run([]);
    // Kept by what was asked, so that nobody knows whose they are; they save a call, and nothing else hangs on them.
    copy.prepare('delete from answers').run([]);
    copy.prepare('vacuum').run([]);
    // Closing would do the same and hide that it failed: the copy would get its name without the half that is still in its log.
    if (copy.pragma('wal_checkpoint(truncate)') !== 0) throw new StoreBusy({ file: temporary }, 'the log of a copy is in use');
  } finally {
    copy.close();
  }
}

/** Of processes that are no more. */
function removeLeftovers(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  if (!existsSync(folder)) return;
  for (const found of readdirSync(folder)) {
    const pid = found.startsWith(`${name}.`) ? /^\.(\d+)\.partial(?:-wal|-shm)?$/.exec(found.slice(name.length))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, found), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A name is only safe once its folder is, and a file once it is itself. Nobody has the temporary open any more. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
