import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type SchemableIdentifierNode,
} from 'kysely';
import type pg from 'pg';
import { StoreBusy } from '../error.ts';
import { isShort } from '../fixed-query.ts';
import { oneConnectionDialect } from '../one-connection.ts';
import type { Db, Schema } from '../schema.ts';
import { storable } from '../storable.ts';
import { asStoreError } from './fault.ts';
import type { Prepared } from './prepared.ts';
import { TABLES } from './row-security.ts';

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
  const adapter = adapters.get(prepared) ?? new PostgresAdapter();
  adapters.set(prepared, adapter);
  const dialect = oneConnectionDialect((query) => execute(on, prepared, query), {
    createAdapter: () => adapter,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new InSchema(schema),
  });
  return new Kysely<Schema>({ dialect });
}

async function execute<Row>(on: Queryable, prepared: Prepared, query: CompiledQuery): Promise<QueryResult<Row>> {
  const { sql, parameters } = query;
  // Without parameters it may be several statements, which cannot be prepared.
  const name = parameters.length === 0 ? undefined : prepared.nameOf(sql);
  try {
    const values = parameters.length > 0 && { values: storable(parameters) };
    const { rows, rowCount, command } = await on.query({ ...(name && { name }), text: sql, ...values }, isShort(query));
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  } catch (error) {
    if (name === undefined || !prepared.giveUp(error)) throw asStoreError(error);
    // The error has ended the transaction, if there is one: it is repeated as a whole.
    if (!on.isPool) throw new StoreBusy({ sqlstate: '40001', detail: 'not prepared' }, error);
    return execute(on, prepared, query);
  }
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
