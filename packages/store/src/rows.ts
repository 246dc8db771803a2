import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import { NotFound } from './error.ts';
import type { Db, Schema } from './schema.ts';

type Table = keyof Schema;
type RowOf<T extends Table> = Selectable<Schema[T]>;

/** Columns and the values they are to have. */
type Match<T extends Table> = Partial<{ [Column in keyof RowOf<T>]: NonNullable<RowOf<T>[Column]> }>;

type NumberedTable = { [T in Table]: 'number' extends keyof Schema[T] ? T : never }[Table];

/** Ids one query asks for. */
const PER_QUERY = 500;

/** Tables by name: their types are those of the functions below. */
function untyped(db: Db): Kysely<Record<string, Record<string, unknown>>> {
  // Believed: it is the same database; the compiler cannot follow a table whose name is a parameter.
  return db as unknown as Kysely<Record<string, Record<string, unknown>>>;
}

/** The row with these values, if there is one. */
export async function findRow<T extends Table>(db: Db, table: T, match: Match<T>): Promise<RowOf<T> | undefined> {
  const [row] = await listRows(db, table, match);
  return row;
}

/** The row of this id, among those with these values; where there is none, it is the `what` that is not found. */
export async function getRow<T extends Table>(
  db: Db,
  table: T,
  what: string,
  match: Match<T> & { readonly id: string },
): Promise<RowOf<T>> {
  const row = await findRow(db, table, match);
  if (row === undefined) throw new NotFound(what, match.id);
  return row;
}

/** The rows with these values, in the order of some columns. */
export async function listRows<T extends Table>(
  db: Db,
  table: T,
  match: Match<T>,
  order: readonly (keyof RowOf<T> & string)[] = [],
): Promise<RowOf<T>[]> {
  let query = untyped(db)
    .selectFrom(table as string)
    .selectAll()
    .where(({ and }) => and(match));
  for (const column of order) query = query.orderBy(column);
  return (await query.execute()) as RowOf<T>[];
}

/** The rows with these values of a table that numbers them, newest first. */
export async function newestRows<T extends NumberedTable>(
  db: Db,
  table: T,
  match: Match<T>,
  limit?: number,
): Promise<RowOf<T>[]> {
  const query = untyped(db)
    .selectFrom(table as string)
    .selectAll()
    .where(({ and }) => and(match))
    .orderBy('number', 'desc');
  return (await (limit === undefined ? query : query.limit(limit)).execute()) as RowOf<T>[];
}

/** Writes a row, in place of the one that has the same values in `keys`. */
export async function putRow<T extends Table>(
  db: Db,
  table: T,
  keys: readonly (keyof RowOf<T> & string)[],
  row: Insertable<Schema[T]>,
): Promise<void> {
  await untyped(db)
    .insertInto(table as string)
    .values(row)
    .onConflict((on) => on.columns([...keys]).doUpdateSet(row))
    .execute();
}

/** Changes the rows with these values. */
export async function updateRows<T extends Table>(db: Db, table: T, match: Match<T>, next: Updateable<Schema[T]>): Promise<void> {
  await untyped(db)
    .updateTable(table as string)
    .set(next)
    .where(({ and }) => and(match))
    .execute();
}

/** Removes the rows with these values. */
export async function removeRows<T extends Table>(db: Db, table: T, match: Match<T>): Promise<void> {
  await untyped(db)
    .deleteFrom(table as string)
    .where(({ and }) => and(match))
    .execute();
}

/** What is read of many ids, some of them at a time; others have their turn in between. */
export async function readInSlices<Id, Row>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [at, some] of [...slicesOf(ids)].entries()) {
    if (at > 0) await nextTurn();
    for (const row of await read(some)) rows.push(row);
  }
  return rows;
}

/** As many ids as one query asks for, and so on. */
export function* slicesOf<Id>(ids: readonly Id[]): Generator<readonly Id[]> {
  for (let from = 0; from < ids.length; from += PER_QUERY) yield ids.slice(from, from + PER_QUERY);
}
