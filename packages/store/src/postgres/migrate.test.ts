import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { readMessage, readObject } from '../column-json.ts';
import { entryWords, memoryWords } from '../fts.ts';
import { openPostgres } from '../open-postgres.ts';
import type { Db } from '../schema.ts';
import { Connection } from '../sqlite/connection.ts';
import { createKysely as kyselyOnFile } from '../sqlite/open.ts';
import { portrait, portrayed } from '../testing/portrait.ts';
import { postgresFts } from './fts.ts';
import { migrate, migrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { EVERYBODY, TABLES } from './row-security.ts';
import { Transactions } from './transactions.ts';

const fixture = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, '../../fixtures', name)));

type AnyRow = Record<string, unknown>;

/** The tables of a file that was written by the program of a version, row by row. */
async function tablesOf(version: number): Promise<ReadonlyMap<string, readonly AnyRow[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-migrate-'));
  const path = join(folder, 'old.db');
  writeFileSync(path, fixture(`v${version}.db.gz`));
  const connection = new Connection(path, { busyMs: 1000, readOnly: true });
  const db = kyselyOnFile(connection);
  const tables = new Map<string, readonly AnyRow[]>();
  const { rows: named } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(db);
  for (const name of TABLES)
    if (named.some((table) => table.name === name) && name !== 'migrations' && !name.endsWith('_words'))
      tables.set(name, (await sql<AnyRow>`select * from ${sql.table(name)}`.execute(db)).rows);
  connection.close();
  rmSync(folder, { recursive: true });
  return tables;
}

/** A schema as the program of a version left it, with what its file of that version holds: numbers of versions mean the same in both. */
async function asOf(db: Db, schema: string, version: number): Promise<void> {
  await migrate(db, schema, version);
  for (const [table, rows] of await tablesOf(version)) {
    for (const row of rows) {
      const columns = Object.keys(row);
      const values = columns.map((column) => row[column]);
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values (${sql.join(values)})`.execute(
        db,
      );
    }
    const numbered = (words: (row: AnyRow) => string, of = rows) =>
      of.map((row) => ({ number: Number(row.number), text: words(row) }));
    if (table === 'entries')
      await postgresFts.add(
        db,
        'entries',
        numbered(({ message }) => entryWords(readMessage(String(message)))),
      );
    const memories = rows.filter(({ kind }) => kind === 'memory');
    if (table === 'session_snapshots')
      await postgresFts.add(
        db,
        'memories',
        numbered(({ content_json }) => memoryWords(readObject(String(content_json))), memories),
      );
  }
}

describeOnPostgres('migrations of PostgreSQL', (postgres) => {
  it.each(migrations.map(({ version }) => version))('[D2] open a schema of version %i with everything in it', async (version) => {
    const schema = `as_of_${version}`;
    const client = createPool(postgres.url, 2);
    onTestFinished(() => client.end());
    await new Transactions(client, schema, 5_000).run([], (db) => asOf(db, schema, version), { role: null, owner: EVERYBODY });
    const store = await openPostgres(postgres.url, { schema });
    const expected = portrayed(fixture(`v${version}.json.gz`).toString('utf8'));
    expect(portrayed(JSON.stringify(await portrait(store)))).toEqual(expected);
    const restored = await store.checkpoints.restore({ session: 'chat', checkpoint: 'cp', branch: 'back', at: 10 });
    expect(restored.length).toBeGreaterThan(0);
    await store.close();
    const columns = async (of: string) =>
      (
        await client.query(
          `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = $1
           order by table_name, column_name`,
          [of],
        )
      ).rows;
    await (await openPostgres(postgres.url, { schema: 'fresh' })).close();
    expect(await columns(schema)).toEqual(await columns('fresh'));
  });
});
