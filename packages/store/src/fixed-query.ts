import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './schema.ts';

/**
 * A query whose text never changes, written out once for each database, whose schema it may name: building it anew costs more than the database takes
 * for it. `build` is given the first values; their fields always stand in the order they have in the text.
 */
export function fixedQuery<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<readonly Row[]> {
  const written = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given) => {
    const { adapter } = db.getExecutor();
    const known = written.get(adapter) ?? build(db, given).compile();
    written.set(adapter, known);
    return (await db.executeQuery<Row>({ ...known, parameters: Object.values(given) })).rows;
  };
}
