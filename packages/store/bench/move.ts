import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openSqlite } from '../src/index.ts';
import { message } from './folded-session.ts';

const BYTES = 300;
const SESSIONS = 100;

/** Moves a file of so many entries into a database, by a process of its own. */
export async function movedEntries(file: string, url: string, total: number) {
  const store = await openSqlite(file);
  for (let s = 0; s < SESSIONS; s++) {
    const { id: session } = await store.sessions.create({ title: `Session ${s}`, at: s });
    const each = total / SESSIONS;
    for (let n = 0; n < each; n += 500) {
      const entries = Array.from({ length: Math.min(500, each - n) }, (_, i) => ({ message: message(s * each + n + i, BYTES) }));
      await store.entries.append({ session, entries, at: n });
    }
  }
  await store.close();
  const script = join(import.meta.dirname, 'move-once.ts');
  const said = execFileSync(process.execPath, [script, file, url], { encoding: 'utf8' });
  return JSON.parse(said) as { seconds: number; rssMb: number; sessions: number; entries: number; rows: number };
}
