import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, EntryId, Message } from '@tenfold/core';
import { type Selectable, sql } from 'kysely';
import { allOf } from './all-of.ts';
import type { Stretch } from './chain.ts';
import { readMessage } from './column-json.ts';
import type { PlacedEntry } from './context.ts';
import type { StoredEntry } from './entry.ts';
import { runShort } from './fixed-query.ts';
import type { Db, Schema } from './schema.ts';

/** Stretches asked for in one query. */
const PER_QUERY = 200;
/** Up to so many are looked up as they are. */
const FEW = 2;
/** Entries read at once: a few milliseconds; and slices that are asked for together. */
const SLICE = 500;
const TOGETHER = 2;

/** An entry as it is handed out; its message is not read again where it is known. */
export function storedEntry(row: Selectable<Schema['entries']>, message: Message = readMessage(row.message)): StoredEntry {
  return {
    id: row.id,
    message,
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
function entryOf(row: { id: EntryId; message: string }): Entry {
  return { id: row.id, message: readMessage(row.message) };
}

/** What a context needs of an entry. */
export const CONTEXT_COLUMNS = ['id', 'position', 'message', 'counted_tokens'] as const;
type ContextRow = Pick<Selectable<Schema['entries']>, (typeof CONTEXT_COLUMNS)[number]>;

/** The rows of some stretches, by position, read in slices. Reads no row outside them, however many there are. */
export async function entriesIn<Column extends keyof Schema['entries']>(
  db: Db,
  session: string,
  stretches: readonly Stretch[],
  columns: readonly Column[],
) {
  const rows = [];
  const slices = [...slicesOf(stretches)];
  for (let at = 0; at < slices.length; at += TOGETHER) {
    if (at > 0) await nextTurn();
    const queries = slices.slice(at, at + TOGETHER).map((some) => {
      const read = some.length <= FEW ? entriesOfFew : entriesOfEach;
      return runShort(db, read(db, session, some, columns));
    });
    for (const read of await allOf(queries)) rows.push(...read);
  }
  return rows;
}

function* slicesOf(stretches: readonly Stretch[]): Generator<readonly Stretch[]> {
  let some: Stretch[] = [];
  let room = SLICE;
  for (const { segment, from, to } of stretches)
    for (let first = from; first <= to; ) {
      const last = Math.min(to, first + room - 1);
      some.push({ segment, from: first, to: last });
      room -= last - first + 1;
      first = last + 1;
      if (room > 0 && some.length < PER_QUERY) continue;
      yield some;
      some = [];
      room = SLICE;
    }
  if (some.length > 0) yield some;
}

/** Rows as placed entries, made in slices. */
export async function placedEntries(rows: readonly ContextRow[]): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  for (const row of rows) {
    placed.push({ position: row.position, entry: entryOf(row), countedTokens: row.counted_tokens });
    if (placed.length % SLICE === 0) await nextTurn();
  }
  return placed;
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
    .orderBy('position');
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
  );
}

/** A parameter whose type every database knows. */
function whole(value: number) {
  return sql<number>`cast(${value} as integer)`;
}
