import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, type Store } from '@tenfold/store';
import { refuseDamaged, refuseNoFile } from './restore-home.ts';
import { BadSetting } from './settings.ts';

/** A session of a backup, in a copy that its owner's store is opened on. */
export interface SessionInBackup {
  readonly from: Store;
  readonly title: string;
  readonly entries: number;
}

/** Does something with a session of a backup, or of a copy that was set aside. The file itself is not touched. */
export async function withSessionInBackup<T>(
  backup: string,
  id: string,
  work: (found: SessionInBackup) => Promise<T>,
): Promise<T> {
  refuseNoFile(backup);
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-session-'));
  try {
    const file = join(folder, 'tenfold.db');
    copyFileSync(backup, file);
    const store = await refuseDamaged(backup, () => openSqlite(file, { isThere: true }));
    try {
      return await work(await wholeSession(store, id, backup));
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function wholeSession(store: Store, id: string, backup: string): Promise<SessionInBackup> {
  for (const owner of await store.owners()) {
    const from = store.for(owner);
    const [listed] = await from.sessions.list({ id });
    if (listed === undefined) continue;
    const [damage] = (await from.verify(id)).damages;
    if (damage === undefined) return { from, title: listed.title || 'Conversation', entries: listed.entries };
    throw new BadSetting(
      `The session ${id} is damaged in ${backup} too: ${damage.what}. Nothing was changed; try an older backup.`,
    );
  }
  throw new BadSetting(`There is no session ${id} in ${backup}. Nothing was changed.`);
}
