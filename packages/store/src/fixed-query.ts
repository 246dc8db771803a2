import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/** Runs a statement at once and gives its rows. */
type Runner = (text: string, parameters: readonly unknown[]) => readonly unknown[];

/** Databases that answer without being waited for, by what is theirs alone of the query layer. */
const runners = new WeakMap<object, Runner>();

/** Has queries that were written out once run without the query layer between, which takes longer for them than the database. */
export function runDirectly(db: Db, runner: Runner): void {
  runners.set(db.getExecutor().adapter, runner);
}

/**
 * A query whose text never changes, written out once for each database, whose schema it may name: building it anew costs more than the database takes
 * for it. `build` is given the first values; their fields always stand in the order they have in the text. Last ones that the text of a database
 * has no place for are left out.
 */
export function fixedQuery<Given extends object, Row, Terms = undefined>(
  build: (db: Db, given: Given, terms: Terms) => Compilable<Row>,
): (db: Db, given: Given, ...terms: Terms extends undefined ? [] : [Terms]) => Promise<readonly Row[]> {
  const written = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given, ...[terms]) => {
    const { adapter } = db.getExecutor();
    const known = written.get(adapter) ?? build(db, given, terms as Terms).compile();
    written.set(adapter, known);
    const parameters = Object.values(given).slice(0, known.parameters.length);
    const runner = runners.get(adapter);
    if (runner !== undefined) return runner(known.sql, parameters) as readonly Row[];
    return (await db.executeQuery<Row>({ ...known, parameters })).rows;
  };
}
