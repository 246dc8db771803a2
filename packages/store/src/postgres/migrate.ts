import { type QueryExecutorProvider, sql } from 'kysely';
import { StoreUnsupported } from '../error.ts';
import { turnSlots } from '../migrations/0008-turn-slots.ts';
import { peopleTables } from '../migrations/0009-people.ts';
import { pinsAndLabels } from '../migrations/0010-pins-and-labels.ts';
import { firstEntries } from '../migrations/0011-first-entries.ts';
import { spentTokens } from '../migrations/0012-spent-tokens.ts';
import { jobEnds } from '../migrations/0013-job-ends.ts';
import { baseline } from './baseline.ts';

/** A step forward; there is no way back. Numbers are shared with SQLite, whose version 7 PostgreSQL began with. */
interface Migration {
  readonly version: number;
  readonly name: string;
  up(db: QueryExecutorProvider): Promise<void>;
}

/** All of them, the oldest first. */
export const migrations: readonly Migration[] = [
  { version: 7, name: 'baseline', up: baseline },
  { version: 8, name: 'turn-slots', up: turnSlots },
  { version: 9, name: 'people', up: peopleTables },
  { version: 10, name: 'pins-and-labels', up: pinsAndLabels },
  { version: 11, name: 'first-entries', up: firstEntries },
  { version: 12, name: 'spent-tokens', up: spentTokens },
  { version: 13, name: 'job-ends', up: jobEnds },
];

/** The newest version. */
const NEWEST = migrations.at(-1)?.version ?? 0;

/**
 * Brings a schema to the newest version, or to the one that is named. It is called within one transaction that holds the lock of migrations, so of several
 * servers that start at once one takes the steps, and one that dies in the middle leaves none of them taken.
 */
export async function migrate(db: QueryExecutorProvider, schema: string, to = NEWEST): Promise<void> {
  const { rows: there } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db);
  // Asked first: a role that may use the schema need not have the right to make one.
  if (there.length === 0) await sql`create schema ${sql.id(schema)}`.execute(db);
  const list = sql.id(schema, 'migrations');
  const { rows: listed } = await sql`select from pg_tables where schemaname = ${schema} and tablename = 'migrations'`.execute(db);
  if (listed.length === 0) await sql`create table ${list} (version bigint primary key, name text not null)`.execute(db);
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from ${list}`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version > NEWEST)
    throw new StoreUnsupported(
      `The store has version ${version}; this program knows ${NEWEST}. Nothing was changed.`,
      { version, known: NEWEST },
      'Use the newer program that wrote it.',
    );
  // Until the end of the transaction, so that a step need not name the schema.
  await sql`set local search_path to ${sql.id(schema)}`.execute(db);
  for (const step of migrations.filter((migration) => migration.version > version && migration.version <= to)) {
    await step.up(db);
    await sql`insert into ${list} (version, name) values (${step.version}, ${step.name})`.execute(db);
  }
}
