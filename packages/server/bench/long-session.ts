import { join } from 'node:path';
import { type Fold, textMessage } from '@tenfold/core';
import { openPostgres, openSqlite } from '@tenfold/store';
import { prose } from './prose.ts';

/** Writes a session of `total` entries into a home, or a database, all but the last `open` of them folded a thousand to a summary. Answers its id. */
export async function longSession(home: string, total: number, open: number, bytes: number, database?: string): Promise<string> {
  const store = await (database ? openPostgres(database) : openSqlite(join(home, 'tenfold.db')));
  const { id: session } = await store.sessions.create({ title: `${total} entries`, at: 0 });
  for (let n = 0; n < total; n += 500) {
    const entries = Array.from({ length: Math.min(500, total - n) }, (_, i) => ({
      message: textMessage((n + i) % 2 === 0 ? 'user' : 'assistant', prose(n + i, bytes)),
    }));
    await store.entries.append({ session, entries, at: n });
  }
  const { head, version } = await store.heads.get(session);
  const at = async (position: number) => {
    const [entry] = await store.entries.range(session, head.position as string, position, position);
    return entry?.id as string;
  };
  const folds: Fold[] = [];
  for (let from = 0; from < total - open; from += 1_000) {
    const target = { kind: 'span', from: await at(from), to: await at(Math.min(from + 1_000, total - open) - 1) } as const;
    const text = prose(from, 2_000);
    folds.push({
      id: `fold-${total}-${from}`,
      run: 'bench',
      target,
      kind: 'summary',
      lossless: false,
      text,
      by: 'bench',
      before: 100_000,
      after: 500,
    });
  }
  await store.heads.swap({ session, expect: version, head: { ...head, folds: folds.map(({ id }) => id) }, folds, at: total });
  await store.close();
  return session;
}
