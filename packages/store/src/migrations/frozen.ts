import type { QueryExecutorProvider, SchemaModule } from 'kysely';

/** A database as a migration has it: frozen in time, it does not see the current schema. */
export type Frozen = QueryExecutorProvider & { readonly schema: SchemaModule };
