import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../sqlite/open.ts';

let made: Promise<Uint8Array> | undefined;

/**
 * Writes an empty store of the newest version to a file that is not there yet. Opening a file that is not there takes every step
 * from the first version on, which is ten times the work, and most tests are about something else.
 */
export async function placeEmptyStore(path: string): Promise<void> {
  made ??= makeEmptyStore();
  writeFileSync(path, await made, { mode: 0o600, flag: 'wx' });
}

async function makeEmptyStore(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-empty-'));
  try {
    const file = join(folder, 'tenfold.db');
    await (await openSqlite(file)).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
