import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type SchemableIdentifierNode,
} from 'kysely';
import type pg from 'pg';
import { storable } from '../column-json.ts';
import { StoreBusy } from '../error.ts';
import { isShort } from '../fixed-query.ts';
import type { Db, Schema } from '../schema.ts';
import { asStoreError } from './fault.ts';
import type { Prepared } from './prepared.ts';
import { TABLES } from './tables.ts';

/** Where statements go: a principal's own for reads, one connection for a transaction. */
export interface Queryable {
  /** `isShort`: it finds its rows at once, so that others may wait behind it. */
  query(config: pg.QueryConfig, isShort?: boolean): Promise<pg.QueryResult>;
  /** Whether a statement that failed can be repeated by itself. */
  readonly isPool: boolean;
}

/** One for each store, so that queries that are written out once are kept with the schema they name. */
const adapters = new WeakMap<Prepared, PostgresAdapter>();

/** The query layer over a pool or over one of its connections. Tables are named with their schema: a pooler keeps no search path. */
export function createKysely(on: Queryable, schema: string, prepared: Prepared): Db {
  const connection = new Statements(on, prepared);
  const adapter = adapters.get(prepared) ?? new PostgresAdapter();
  adapters.set(prepared, adapter);
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new OneConnection(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new InSchema(schema),
    },
  });
}

class InSchema extends PostgresQueryCompiler {
  readonly #schema: string;

  constructor(schema: string) {
    super();
    this.#schema = schema;
  }

  protected override visitSchemableIdentifier(node: SchemableIdentifierNode): void {
    if (node.schema === undefined && TABLES.has(node.identifier.name)) {
      this.append(this.#schema);
      this.append('.');
    }
    super.visitSchemableIdentifier(node);
  }
}

class Statements implements DatabaseConnection {
  readonly #on: Queryable;
  readonly #prepared: Prepared;

  constructor(on: Queryable, prepared: Prepared) {
    this.#on = on;
    this.#prepared = prepared;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    // Without parameters it may be several statements, which cannot be prepared.
    const name = parameters.length === 0 ? undefined : this.#prepared.nameOf(sql);
    try {
      const values = parameters.length > 0 && { values: storable(parameters) };
      const { rows, rowCount, command } = await this.#on.query({ ...(name && { name }), text: sql, ...values }, isShort(query));
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      if (name === undefined || !this.#prepared.giveUp(error)) throw asStoreError(error);
      // The error has ended the transaction, if there is one: it is repeated as a whole.
      if (!this.#on.isPool) throw new StoreBusy({ sqlstate: '40001', detail: 'not prepared' }, error);
      return this.executeQuery(query);
    }
  }

  // biome-ignore lint/correctness/useYield: nothing in the store is streamed.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store reads in slices, not by streaming.');
  }
}

/** Pool and transactions are ours, so Kysely only passes statements on. */
class OneConnection implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}
  acquireConnection = async () => this.#connection;
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async destroy(): Promise<void> {}
}
