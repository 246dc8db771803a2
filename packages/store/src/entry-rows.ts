import type { Entry, EntryId, Message } from '@tenfold/core';
import { type Selectable, sql } from 'kysely';
import type { Stretch } from './chain.ts';
import type { StoredEntry } from './entry.ts';
import type { Db, Schema } from './schema.ts';

/** Stretches asked for in one query. */
const PER_QUERY = 200;
/** Up to so many are looked up as they are. */
const FEW = 2;

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

/** The rows of some stretches, by position. Reads no row outside them, however many there are. */
export async function entriesIn<Column extends keyof Schema['entries']>(
  db: Db,
  session: string,
  stretches: readonly Stretch[],
  columns: readonly Column[],
) {
  if (stretches.length === 0) return [];
  if (stretches.length <= FEW) return entriesOfFew(db, session, stretches, columns);
  const rows = [];
  for (let at = 0; at < stretches.length; at += PER_QUERY)
    rows.push(...(await entriesOfEach(db, session, stretches.slice(at, at + PER_QUERY), columns)));
  return rows;
}

/** The usual case: an opening and what is not folded yet. */
function entriesOfFew<Column extends keyof Schema['entries']>(
  db: Db,
  session: string,
  stretches: readonly Stretch[],
  columns: readonly Column[],
) {
  return db
    .selectFrom('entries')
    .select(columns)
    .where('session', '=', session)
    .where((on) =>
      on.or(
        stretches.map(({ segment, from, to }) =>
          on.and([on('segment', '=', segment), on('position', '>=', from), on('position', '<=', to)]),
        ),
      ),
    )
    .orderBy('position')
    .execute();
}

/** Looks each stretch up by itself: given more than a few ranges joined by `or`, SQLite reads the whole session. */
function entriesOfEach<Column extends keyof Schema['entries']>(
  db: Db,
  session: string,
  stretches: readonly Stretch[],
  columns: readonly Column[],
) {
  const wanted = stretches.map(({ segment, from, to }) => sql`(${whole(segment)}, ${whole(from)}, ${whole(to)})`);
  return (
    db
      .with('wanted(segment, first, last)', () => sql`(values ${sql.join(wanted)})`)
      .selectFrom('wanted')
      // Not an inner join: SQLite would be free to go through all entries and look for the stretch of each.
      .crossJoin('entries')
      .select(columns.map((column) => `entries.${column}` as const))
      .where('entries.session', '=', session)
      .whereRef('entries.segment', '=', 'wanted.segment')
      .whereRef('entries.position', '>=', 'wanted.first')
      .whereRef('entries.position', '<=', 'wanted.last')
      .orderBy('entries.position')
      .execute()
  );
}

/** A parameter whose type every database knows. */
function whole(value: number) {
  return sql<number>`cast(${value} as integer)`;
}
