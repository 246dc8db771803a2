import type { CompiledQuery, DatabaseConnection, Dialect, QueryResult } from 'kysely';

/** Runs a statement. */
export type Execute = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

/** A dialect whose statements all go one way. Connections and transactions are ours, so Kysely only passes statements on. */
export function oneConnectionDialect(executeQuery: Execute, parts: Omit<Dialect, 'createDriver'>): Dialect {
  const connection: DatabaseConnection = {
    executeQuery,
    streamQuery: () => {
      throw new Error('The store reads in slices, not by streaming.');
    },
  };
  const nothing = async () => {};
  return {
    ...parts,
    createDriver: () => ({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  };
}
