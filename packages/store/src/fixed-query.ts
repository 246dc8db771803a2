import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** Runs a statement at once and gives its rows; of one that only writes, the number of the row it wrote last. */
type Runner = (text: string, parameters: readonly unknown[]) => readonly unknown[] | Promise<readonly unknown[]>;

/** Databases that take a statement as it is, by what is theirs alone of the query layer. */
const runners = new WeakMap<object, Runner>();

/** Has queries that were written out once run without the query layer between, which takes longer for them than the database. */
export function runDirectly(db: Db, runner: Runner): void {
  runners.set(db.getExecutor().adapter, runner);
}

const SHORT = Symbol('short');

/** Whether a query finds its rows at once, as those do that were written out once. */
export function isShort(query: CompiledQuery): boolean {
  return SHORT in query;
}

/** Runs a query whose text changes and that finds its rows at once all the same. */
export async function runShort<Row>(db: Db, query: Compilable<Row>): Promise<readonly Row[]> {
  const compiled = query.compile();
  return runNow(db, compiled, compiled.parameters);
}

/** Not asynchronous itself: a database that answers at once is not waited for. */
function runNow<Row>(db: Db, query: CompiledQuery<Row>, parameters: readonly unknown[]) {
  const runner = runners.get(db.getExecutor().adapter);
  if (runner !== undefined) return runner(query.sql, parameters) as readonly Row[] | Promise<readonly Row[]>;
  return db.executeQuery<Row>(Object.assign({ ...query, parameters }, { [SHORT]: true })).then(({ rows }) => rows);
}

/** Stands for a value of a query while its text is written. */
class Slot {
  readonly field: string;
  constructor(field: string) {
    this.field = field;
  }
}

/** Places for values, by the fields of the first that were given. */
function slotsOf<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.keys(given).map((field) => [field, new Slot(field)])) as Given;
}

/**
 * A query whose text never changes, written out once for each database, whose schema it may name: building it anew costs more than the
 * database takes for it. `build` is given places for the values, which it only passes on; every call gives the same fields.
 */
export function fixedQuery<Given extends object, Row, Terms = undefined>(
  build: (db: Db, given: Given, terms: Terms) => Compilable<Row>,
): (db: Db, given: Given, ...terms: Terms extends undefined ? [] : [Terms]) => Promise<readonly Row[]> {
  const written = new WeakMap<object, Written<Row>>();
  return async (db, given, ...[terms]) => {
    const { adapter } = db.getExecutor();
    let known = written.get(adapter);
    if (known === undefined) {
      const query = build(db, slotsOf(given), terms as Terms).compile();
      known = { query, fields: query.parameters.map((value) => (value instanceof Slot ? value.field : null)) };
      written.set(adapter, known);
    }
    const { query, fields } = known;
    const parameters = [...query.parameters];
    for (const [at, field] of fields.entries()) if (field !== null) parameters[at] = given[field as keyof Given];
    return runNow(db, query, parameters);
  };
}

/**
 * An insert of one row that gives its number. A database that tells it by itself is not asked to return it, which SQLite takes for a statement
 * it may have to undo: it would keep a copy of every page.
 */
export function numberedInsert<Given extends object>(
  build: (db: Db, given: Given) => Compilable<unknown> & { returning(column: 'number'): Compilable<{ number: number }> },
): (db: Db, given: Given) => Promise<number> {
  const plain = fixedQuery(build) as (db: Db, given: Given) => Promise<readonly unknown[]>;
  const returning = fixedQuery((db: Db, given: Given) => build(db, given).returning('number'));
  return async (db, given) => {
    const [row] = await (runners.has(db.getExecutor().adapter) ? plain : returning)(db, given);
    return (row as { number: number }).number;
  };
}

interface Written<Row> {
  readonly query: CompiledQuery<Row>;
  /** Which field each parameter is; null for one that is always the same. */
  readonly fields: readonly (string | null)[];
}

/**
 * Waits for statements that do not need each other's results, which some backends send together. The first error is thrown once all have
 * ended: one that came after its transaction had been undone would stand by itself.
 */
export async function allOf<const T extends readonly Promise<unknown>[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const ended of await Promise.allSettled(statements)) if (ended.status === 'rejected') throw ended.reason;
  return Promise.all(statements) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
}
