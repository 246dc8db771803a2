import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '@tenfold/core';
import { openPostgres, openSqlite, type Store } from '@tenfold/store';
import type { Finding } from './examine.ts';
import { homeFiles } from './home.ts';
import type { ServeSettings } from './settings.ts';
import { syncToDisk } from './sync-to-disk.ts';

/** Takes out of a home what cannot be read and nobody can use or mend, such as background work and presets, and says so. The rows lie beside the store before they go. */
export async function repairHome({ home, database }: Pick<ServeSettings, 'home' | 'database'>): Promise<Finding> {
  if (database === undefined && !existsSync(homeFiles.store(home))) return repaired('ok', NOTHING);
  let store: Store;
  try {
    store = await (database === undefined ? openSqlite(homeFiles.store(home)) : openPostgres(database));
  } catch (error) {
    // What is wrong with the store is found by looking at everything, which comes next.
    return repaired('failed', `nothing was changed: ${(error as Error).message.replaceAll('\n', ' ')}`);
  }
  const file = join(home, `removed-${new Date().toISOString().replace(/\W/g, '-')}.jsonl`);
  const keep = async (rows: readonly Readonly<Record<string, unknown>>[]) => {
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flag: 'a', mode: 0o600 });
    await syncToDisk(file);
  };
  try {
    // What has no id cannot be taken out either.
    const named = await store.nameRows();
    const gone = await store.dropUnreadable(keep);
    const done = [
      ...(named === 0 ? [] : [`gave ${counted(named, 'row')} a new id in place of a damaged one`]),
      ...(gone === 0 ? [] : [`took out ${counted(gone, 'row')} that could not be read (kept in ${file})`]),
    ];
    return repaired('ok', done.length === 0 ? NOTHING : done.join('; '));
  } finally {
    await store.close();
  }
}

/** Notes that somebody knows of the messages that are missing in a home. */
export async function knowLossOf({ home, database }: Pick<ServeSettings, 'home' | 'database'>): Promise<void> {
  // A database keeps its own log.
  if (database !== undefined || !existsSync(homeFiles.store(home))) return;
  const store = await openSqlite(homeFiles.store(home));
  await store.knowLoss(Date.now()).finally(() => store.close());
}

const NOTHING = 'nothing to repair';

function repaired(state: Finding['state'], detail: string): Finding {
  return { what: 'repair', state, detail };
}
