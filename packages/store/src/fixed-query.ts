import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/**
 * A query whose text never changes, written out once for each kind of database: building it anew costs more than the database takes
 * for it. `build` is given the first values; their fields always stand in the order they have in the text.
 */
export function fixedQuery<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<readonly Row[]> {
  const written = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given) => {
    const kind = db.getExecutor().adapter.constructor;
    const known = written.get(kind) ?? build(db, given).compile();
    written.set(kind, known);
    return (await db.executeQuery<Row>({ ...known, parameters: Object.values(given) })).rows;
  };
}
