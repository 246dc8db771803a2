import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Stretch } from './chain.ts';
import type { PlacedEntry, PositionRange } from './context.ts';
import type { StoredEntry } from './entry.ts';
import { allOf, fixedQuery, runShort } from './fixed-query.ts';
import { createYield } from './planned-append.ts';
import type { Db, Schema } from './schema.ts';
import { slicesByLength } from './slices-by-length.ts';
import { LONG_MESSAGE, shownLongMessage, shownMessage } from './unreadable-message.ts';

/** Stretches asked for in one query. */
const PER_QUERY = 200;
/** Entries read at once: a few milliseconds; and slices that are asked for together. */
const SLICE = 500;
const TOGETHER = 2;
/** Rows that are read without asking how long they are: fewer are those of a turn, more are a conversation of words. */
const FEW = 4;
const MANY = 2_000;

/** An entry as it is handed out. */
function storedEntry(row: Selectable<Schema['entries']>, message = shownMessage(row)): StoredEntry {
  return {
    id: row.id,
    message,
    session: row.session,
    parent: row.parent,
    position: row.position,
    sequence: row.sequence,
    inputTokens: tokensOf(row.input_tokens),
    outputTokens: tokensOf(row.output_tokens),
    countedTokens: tokensOf(row.counted_tokens),
    createdAt: row.created_at,
  };
}

/** Tokens as they are stored, unless that is no number of tokens: some servers bill less than nothing, and earlier versions kept it. */
function tokensOf(stored: number | null): number | null {
  return stored !== null && Number.isSafeInteger(stored) && stored >= 0 ? stored : null;
}

/** Rows as they are handed out, others having their turn meanwhile. */
export async function storedEntries(rows: readonly Selectable<Schema['entries']>[]): Promise<StoredEntry[]> {
  const yieldToOthers = createYield();
  const entries: StoredEntry[] = [];
  for (const row of rows) {
    await yieldToOthers();
    const isLong = row.message.length > LONG_MESSAGE;
    entries.push(storedEntry(row, isLong ? await shownLongMessage(row, yieldToOthers) : undefined));
  }
  return entries;
}

/** What a context needs of an entry. */
const CONTEXT_COLUMNS = ['id', 'position', 'role', 'message', 'counted_tokens'] as const;
type ContextRow = Pick<Selectable<Schema['entries']>, (typeof CONTEXT_COLUMNS)[number]>;

/** Reads the rows of some stretches, by position, in slices. Reads no row outside them, however many there are. */
export function entriesWith<Column extends keyof Schema['entries']>(columns: readonly Column[]) {
  const ofOne = fixedQuery((db, { session, segment, from, to }: Stretch & { readonly session: string }) =>
    db
      .selectFrom('entries')
      .select(columns)
      .where('session', '=', session)
      .where('segment', '=', segment)
      .where('position', '>=', from)
      .where('position', '<=', to)
      .orderBy('position'),
  );
  return async (db: Db, session: string, stretches: readonly Stretch[]) => {
    const rows = [];
    const slices = await slicesOf(db, session, stretches);
    for (let at = 0; at < slices.length; at += TOGETHER) {
      if (at > 0) await nextTurn();
      const queries = slices.slice(at, at + TOGETHER).map((some) => {
        const [only] = some;
        // The usual case: what is not folded yet.
        if (some.length === 1 && only !== undefined) return ofOne(db, { session, ...only });
        return runShort(db, entriesOfEach(db, session, some, columns));
      });
      for (const read of await allOf(queries)) for (const row of read) rows.push(row);
    }
    return rows;
  };
}

/** The rows a context is made of. */
export const contextEntries = entriesWith(CONTEXT_COLUMNS);

/** Of few rows those that are long are read one by one; to ask how long each of very many is would take longer than to read them. */
async function slicesOf(db: Db, session: string, stretches: readonly Stretch[]): Promise<readonly (readonly Stretch[])[]> {
  const count = stretches.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (count < FEW || count > MANY) return [...slicesByCount(stretches)];
  const short = await slicesByLength(db, session, stretches);
  return short.length > stretches.length ? short.map((slice) => [slice]) : [...slicesByCount(stretches)];
}

function* slicesByCount(stretches: readonly Stretch[]): Generator<readonly Stretch[]> {
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

/** Rows by position, and where one of those that are wanted is not there, what says so. */
export function withoutGaps<Row extends Pick<ContextRow, 'id' | 'position'>>(
  rows: readonly Row[],
  wanted: readonly PositionRange[],
  lost: (position: number) => Row,
): readonly Row[] {
  const all = wanted.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (rows.length >= all) return rows;
  const there = new Map(rows.map((row) => [row.position, row]));
  const filled: Row[] = [];
  for (const [from, to] of wanted)
    for (let position = from; position <= to; position++) filled.push(there.get(position) ?? lost(position));
  return filled;
}

/** What stands in a context where an entry is not found. */
export function lostRow(position: number): ContextRow {
  return { id: `lost-${position}`, position, role: 'assistant', message: '', counted_tokens: null };
}

/** The position of an entry that is not found, by what it is called; null for any other. */
export function lostPosition(id: string): number | null {
  return /^lost-\d{1,15}$/.test(id) ? Number(id.slice('lost-'.length)) : null;
}

/** Rows as placed entries, made in slices. */
export async function placedEntries(rows: readonly ContextRow[]): Promise<PlacedEntry[]> {
  const yieldToOthers = createYield();
  const placed: PlacedEntry[] = [];
  for (const row of rows) {
    const isLong = row.message.length > LONG_MESSAGE;
    const message = isLong ? await shownLongMessage(row, yieldToOthers) : shownMessage(row);
    placed.push({ position: row.position, entry: { id: row.id, message }, countedTokens: row.counted_tokens });
    await yieldToOthers();
  }
  return placed;
}

/** Looks each stretch up by itself: given more than a few ranges joined by `or`, SQLite reads the whole session. */
function entriesOfEach<Column extends keyof Schema['entries']>(
  db: Db,
  session: string,
  stretches: readonly Stretch[],
  columns: readonly Column[],
) {
  const wanted = stretches.map(({ segment, from, to }) => sql`(${integer(segment)}, ${integer(from)}, ${integer(to)})`);
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
function integer(value: number) {
  return sql<number>`cast(${value} as integer)`;
}
