import type { EntryId } from '@tenfold/core';
import type { SessionId } from '../session.ts';
import type { Store } from '../store.ts';

/** The ids of all entries a session has, on whatever branch. */
export async function storedIds(store: Store, session: SessionId): Promise<ReadonlySet<EntryId>> {
  const ids = new Set<EntryId>();
  for await (const { table, rows } of store.sessions.rows(session))
    if (table === 'entries') for (const { id } of rows) ids.add(String(id));
  return ids;
}
