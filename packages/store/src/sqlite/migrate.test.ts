import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { StoreUnsupported } from '../error.ts';
import { portrait, portrayed } from '../testing/portrait.ts';
import { Connection } from './connection.ts';
import { migrate, migrations } from './migrate.ts';
import { createKysely, openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fixture = (name: string) => gunzipSync(readFileSync(join(import.meta.dirname, '../../fixtures', name)));

async function tables(path: string): Promise<string[]> {
  const connection = new Connection(path, { busyMs: 1000, readOnly: true });
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema where sql is not null order by name`.execute(
    createKysely(connection),
  );
  connection.close();
  return rows.map((row) => row.sql);
}

describe('migrations', () => {
  it.each(migrations.map(({ version }) => version))('[D2] open a file of version %i with everything in it', async (version) => {
    const path = join(folder, `v${version}.db`);
    writeFileSync(path, fixture(`v${version}.db.gz`));
    const store = await openSqlite(path, { check: 'full' });
    const expected = portrayed(fixture(`v${version}.json.gz`).toString('utf8'));
    expect(portrayed(JSON.stringify(await portrait(store)))).toEqual(expected);
    const restored = await store.checkpoints.restore({ session: 'chat', checkpoint: 'cp', branch: 'back', at: 10 });
    expect(restored.head).toEqual(
      expected.contents.flatMap((content: { checkpoints: unknown[] }) => content.checkpoints)[0].head,
    );
    await store.close();
    const fresh = join(folder, `fresh-${version}.db`);
    await (await openSqlite(fresh)).close();
    expect(await tables(path)).toEqual(await tables(fresh));
  });

  it('[D2] take each step once, however many open the file at the same time', async () => {
    const path = join(folder, 'together.db');
    writeFileSync(path, fixture('v1.db.gz'));
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqlite(path)));
    expect((await stores[3]?.search.entries({ text: 'walruses' }))?.length).toBe(1);
    for (const store of stores) await store.close();
  });

  it('[D2] leave nothing of a step that failed', async () => {
    const path = join(folder, 'failing.db');
    writeFileSync(path, fixture('v1.db.gz'));
    const before = await tables(path);
    const connection = new Connection(path, { busyMs: 1000, readOnly: false });
    const db = createKysely(connection);
    await sql`update entries set message = 'not json' where sequence = 20`.execute(db);
    await expect(migrate(db)).rejects.toThrow();
    expect(connection.inTransaction).toBe(false);
    connection.close();
    expect(await tables(path)).toEqual(before);
  });

  it('[D2] refuse a file of a later version', async () => {
    const path = join(folder, 'later.db');
    const connection = new Connection(path, { busyMs: 1000, readOnly: false });
    await migrate(createKysely(connection));
    await sql`insert into migrations (version, name) values (99, 'later')`.execute(createKysely(connection));
    connection.close();
    const error = await openSqlite(path).catch((reason) => reason);
    expect(error).toBeInstanceOf(StoreUnsupported);
    expect(error.facts).toEqual({ version: 99, known: migrations.length });
    // It has tables that are not known here, and a sum over them.
    const newer = new Connection(path, { busyMs: 1000, readOnly: false });
    for (const step of ['create table later (x)', 'alter table sessions add column later text', 'pragma user_version = 12345'])
      await sql.raw(step).execute(createKysely(newer));
    newer.close();
    await expect(openSqlite(path)).rejects.toBeInstanceOf(StoreUnsupported);
  });
});
