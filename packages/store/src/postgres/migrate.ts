import { type QueryExecutorProvider, sql } from 'kysely';
import { COMMON_MIGRATIONS, type Migration, NEWEST_VERSION, refuseLaterVersion } from '../migrations/migration.ts';
import { baseline } from './baseline.ts';

/** All of them, the oldest first. */
export const migrations: readonly Migration[] = [{ version: 7, name: 'baseline', up: baseline }, ...COMMON_MIGRATIONS];

/**
 * Brings a schema to the newest version, or to the one that is named. It is called within one transaction that holds the lock of migrations, so of several
 * servers that start at once one takes the steps, and one that dies in the middle leaves none of them taken.
 */
export async function migrate(db: QueryExecutorProvider, schema: string, to = NEWEST_VERSION): Promise<void> {
  const { rows: there } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db);
  // Asked first: a role that may use the schema need not have the right to make one.
  if (there.length === 0) await sql`create schema ${sql.id(schema)}`.execute(db);
  const list = sql.id(schema, 'migrations');
  const { rows: listed } = await sql`select from pg_tables where schemaname = ${schema} and tablename = 'migrations'`.execute(db);
  if (listed.length === 0) await sql`create table ${list} (version bigint primary key, name text not null)`.execute(db);
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from ${list}`.execute(db);
  const version = rows[0]?.version ?? 0;
  refuseLaterVersion(version);
  // Until the end of the transaction, so that a step need not name the schema.
  await sql`set local search_path to ${sql.id(schema)}`.execute(db);
  for (const step of migrations.filter((migration) => migration.version > version && migration.version <= to)) {
    await step.up(db);
    await sql`insert into ${list} (version, name) values (${step.version}, ${step.name})`.execute(db);
  }
}
