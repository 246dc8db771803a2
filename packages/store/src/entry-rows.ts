import type { Entry, EntryId, Message } from '@tenfold/core';
import type { Selectable } from 'kysely';
import type { Stretch } from './chain.ts';
import type { StoredEntry } from './entry.ts';
import type { Db, Schema } from './schema.ts';

/** Stretches asked for in one query. */
const PER_QUERY = 200;

/** An entry as it is handed out. */
export function storedEntry(row: Selectable<Schema['entries']>): StoredEntry {
  return {
    ...entryOf(row),
    session: row.session,
    parent: row.parent,
    position: row.position,
    sequence: row.sequence,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    countedTokens: row.counted_tokens,
    createdAt: row.created_at,
  };
}

/** The entry alone, as core knows it. */
export function entryOf(row: { id: EntryId; message: string }): Entry {
  return { id: row.id, message: JSON.parse(row.message) as Message };
}

/** What a context needs of an entry. */
export const CONTEXT_COLUMNS = ['id', 'position', 'message', 'counted_tokens'] as const;

/** The rows of some stretches, by position. Reads no row outside them. */
export async function entriesIn<Column extends keyof Schema['entries']>(
  db: Db,
  session: string,
  stretches: readonly Stretch[],
  columns: readonly Column[],
) {
  const rows = [];
  for (let at = 0; at < stretches.length; at += PER_QUERY) {
    const some = stretches.slice(at, at + PER_QUERY);
    const found = await db
      .selectFrom('entries')
      .select(columns)
      .where('session', '=', session)
      .where((on) =>
        on.or(
          some.map(({ line, from, to }) => on.and([on('line', '=', line), on('position', '>=', from), on('position', '<=', to)])),
        ),
      )
      .orderBy('position')
      .execute();
    rows.push(...found);
  }
  return rows;
}
