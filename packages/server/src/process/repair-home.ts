import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '@tenfold/core';
import { openPostgres, openSqlite } from '@tenfold/store';
import type { Finding } from './examine.ts';
import { homeFiles } from './home.ts';
import type { ServeSettings } from './settings.ts';
import { syncToDisk } from './sync-to-disk.ts';

/** Takes out of a home what cannot be read and nobody can use or mend, such as background work, and says so. The rows lie beside the store before they go. */
export async function repairHome({ home, database }: Pick<ServeSettings, 'home' | 'database'>): Promise<Finding> {
  const store = database === undefined ? await openSqlite(homeFiles.store(home)) : await openPostgres(database);
  const file = join(home, `removed-${new Date().toISOString().replace(/\W/g, '-')}.jsonl`);
  const keep = async (rows: readonly Readonly<Record<string, unknown>>[]) => {
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flag: 'a', mode: 0o600 });
    await syncToDisk(file);
  };
  try {
    const gone = await store.dropUnreadable(keep);
    const detail =
      gone === 0 ? 'nothing to take out' : `${counted(gone, 'row')} that could not be read taken out, kept in ${file}`;
    return { what: 'repair', state: 'ok', detail };
  } finally {
    await store.close();
  }
}
