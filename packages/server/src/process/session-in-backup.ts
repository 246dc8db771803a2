import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTenfold } from '@tenfold/session';
import { openSqlite, StoreCorrupt } from '@tenfold/store';
import { BadSetting } from './settings.ts';

/** One session of a backup, as the text of a file that can be imported. */
export interface SessionInBackup {
  readonly title: string;
  readonly text: string;
}

/** Reads a session from a backup, or from a copy that was set aside. The file itself is not touched. */
export async function sessionInBackup(backup: string, id: string): Promise<SessionInBackup> {
  if (!existsSync(backup)) throw new BadSetting(`${backup} is not there. Nothing was changed.`);
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-session-'));
  try {
    const file = join(folder, 'tenfold.db');
    copyFileSync(backup, file);
    const store = await openSqlite(file);
    try {
      const [listed] = await store.sessions.list({ id });
      if (listed === undefined) throw new BadSetting(`There is no session ${id} in ${backup}. Nothing was changed.`);
      const [damage] = (await store.verify(id)).damages;
      if (damage !== undefined)
        throw new BadSetting(
          `The session ${id} is damaged in ${backup} too: ${damage.what}. Nothing was changed; try an older backup.`,
        );
      const tenfold = await openTenfold({ store });
      const { text } = await tenfold.exchange.exportFile(id, 'jsonl').finally(() => tenfold.close());
      return { title: listed.title || 'Conversation', text };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreCorrupt)) throw error;
    throw new BadSetting(`${backup} is damaged itself, or no backup at all. Nothing was changed; choose another.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
