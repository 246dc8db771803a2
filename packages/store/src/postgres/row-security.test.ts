import { textMessage } from '@tenfold/core';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { phrasesOf } from '../fts.ts';
import { openPostgres } from '../open-postgres.ts';
import { createStore, type Store } from '../store.ts';
import { openPostgresBackend } from './open.ts';
import { TABLES } from './row-security.ts';

async function fill(store: Store): Promise<string> {
  const { id: session } = await store.sessions.create({ at: 0 });
  await store.entries.append({ session, entries: [{ message: textMessage('user', 'The walrus sings.') }], key: 'k', at: 1 });
  await store.checkpoints.create({ session, label: 'here', at: 1 });
  await store.settings.set({ scope: 'global', key: 'soft', value: 80, at: 1 });
  await store.events.append({ session, type: 'status', data: {}, at: 1 });
  return session;
}

describeOnPostgres('rows on PostgreSQL', (postgres) => {
  let admin: pg.Client;
  beforeAll(async () => {
    admin = new pg.Client(postgres.url);
    await admin.connect();
  });
  afterAll(() => admin.end());

  /** How many rows of each table a role sees as a principal; null for none. */
  const seen = async (schema: string, role: string, owner: string | null): Promise<Record<string, number>> => {
    await admin.query('begin');
    await admin.query(`set local role ${role}`);
    if (owner !== null) await admin.query("select set_config('tenfold.owner', $1, true)", [owner]);
    const counts: Record<string, number> = {};
    for (const table of TABLES)
      counts[table] = Number((await admin.query(`select count(*) as n from ${schema}.${table}`)).rows[0].n);
    await admin.query('rollback');
    return counts;
  };

  it('[K8] show nothing of others in a search, though its index be asked without an owner', async () => {
    const backend = await openPostgresBackend(postgres.url, { schema: 'forgetful', owner: 'ada' });
    const ada = createStore(backend);
    await fill(ada);
    const hers = backend.fts;
    // As if the index forgot to ask whose words they are.
    const forgetful: typeof hers = { ...hers, find: (db, table, query) => hers.find(db, table, { ...query, owner: 'ada' }) };
    const ben = createStore({ ...backend.for('ben'), fts: forgetful });
    expect(await ada.search.entries({ text: 'walrus' })).toHaveLength(1);
    expect(
      await forgetful.find(backend.system.read, 'entries', { phrases: phrasesOf('walrus'), owner: 'ben', limit: 9 }),
    ).toHaveLength(1);
    expect(await ben.search.entries({ text: 'walrus' })).toEqual([]);
    await ada.close();
  });

  it('[K8] are kept by rules that are looked up row by row, those of earlier versions too', async () => {
    const schema = 'listing';
    await (await openPostgres(postgres.url, { schema })).close();
    const rules = async () =>
      (await admin.query("select tablename, qual from pg_policies where schemaname = 'listing' and policyname = 'own_rows'"))
        .rows;
    const made = await rules();
    const was = 'exists (select 1 from listing.sessions where sessions.id = session)';
    await admin.query(`alter policy own_rows on listing.entries using (${was}) with check (${was})`);
    expect(await rules()).not.toEqual(made);
    await (await openPostgres(postgres.url, { schema })).close();
    expect(new Set((await rules()).map((rule) => JSON.stringify(rule)))).toEqual(
      new Set(made.map((rule) => JSON.stringify(rule))),
    );
  });

  it('[K8] of people and their tokens are seen by who lets people in and by no principal, in a database of before too', async () => {
    const schema = 'door';
    const store = await openPostgres(postgres.url, { schema });
    const { id } = await store.people.add({ id: 'ada', name: 'Ada', role: 'admin', at: 0 });
    await store.people.addToken({ person: id, name: 'laptop', hash: 'h', scope: 'full', at: 0 });
    await fill(store.for(id));
    await store.close();
    const seesAll = "(coalesce(current_setting('tenfold.owner', true), '') <> '')";
    for (const table of ['people', 'tokens'])
      await admin.query(`alter policy own_rows on door.${table} using (${seesAll}) with check (${seesAll})`);
    const again = await openPostgres(postgres.url, { schema });
    for (const owner of ['ada', 'ben', 'local', '*shared'])
      expect([owner, await seen(schema, 'tenfold_app', owner)]).toMatchObject([owner, { people: 0, tokens: 0 }]);
    const atDoor = await seen(schema, 'tenfold_app', '*door');
    const shown = Object.entries(atDoor).filter(([table, count]) => count > 0 && table !== 'migrations');
    expect(Object.fromEntries(shown)).toEqual({ people: 1, tokens: 1 });
    // Whoever asks the store for them is asked by the API whether they may; their own principal is never the door's.
    expect((await again.for('ben').people.byToken('h'))?.person.name).toBe('Ada');
    await again.close();
  });

  it('[K8] are nobody’s without a principal, and their owner’s with one', async () => {
    const store = await openPostgres(postgres.url, { schema: 'guarded' });
    const ada = store.for('ada');
    const [ours, hers] = [await fill(store), await fill(ada)];
    const { rows } = await admin.query(
      "select relname from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'guarded' and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)",
    );
    expect(rows).toEqual([]);
    expect(Object.values(await seen('guarded', 'tenfold_app', null)).every((count) => count === 0)).toBe(true);
    const everybody = await seen('guarded', 'tenfold_app', '*');
    for (const owner of ['local', 'ada']) {
      const own = await seen('guarded', 'tenfold_app', owner);
      for (const table of ['sessions', 'entries', 'entry_words', 'heads', 'checkpoints', 'settings', 'events'])
        expect([table, own[table], everybody[table]]).toEqual([table, 1, 2]);
    }
    await admin.query("begin; set local role tenfold_app; select set_config('tenfold.owner', 'ada', true)");
    await expect(admin.query('update guarded.heads set version = 99 where session = $1', [ours])).resolves.toMatchObject({
      rowCount: 0,
    });
    await expect(
      admin.query("insert into guarded.events (session, sequence, type, data, at) values ($1, 7, 'x', '{}', 0)", [ours]),
    ).rejects.toMatchObject({ code: '42501' });
    await admin.query('rollback');
    expect((await ada.search.entries({ text: 'walrus' })).map(({ session }) => session)).toEqual([hers]);
    // A statement that forgets whose rows it means finds none of somebody else's: the rule is the database's.
    expect((await ada.sessions.list()).map(({ id }) => id)).toEqual([hers]);
    await store.close();
  });

  it('[K8] hold for a role that made the one it works as, and is told what it may not do', async () => {
    await (await openPostgres(postgres.url, { schema: 'guarded' })).close();
    const url = new URL(postgres.url);
    url.username = 'maker';
    await admin.query(`create role maker login createrole; grant create on database ${url.pathname.slice(1)} to maker`);
    // As PostgreSQL has it after `create role`.
    await admin.query('grant tenfold_app to maker with admin true, inherit false, set false');
    const store = await openPostgres(url.href, { schema: 'made' });
    await fill(store);
    expect((await seen('made', 'tenfold_app', null)).entries).toBe(0);
    await admin.query('revoke tenfold_app from maker cascade');
    await expect(store.leases.acquire({ name: 'l', holder: 'h', at: 1 })).rejects.toMatchObject({ facts: { sqlstate: '42501' } });
    await store.close();
  });

  it('[K8] hold for a role that may make none of its own, and a table without a rule is refused', async () => {
    const url = new URL(postgres.url);
    await admin.query(`create role plain login; grant create on database ${url.pathname.slice(1)} to plain`);
    url.username = 'plain';
    const open = () => openPostgres(url.href, { schema: 'plain_rows' });
    await admin.query('revoke tenfold_app from plain').catch(() => undefined);
    const store = await open();
    await fill(store);
    expect(Object.values(await seen('plain_rows', 'plain', null)).every((count) => count === 0)).toBe(true);
    expect((await seen('plain_rows', 'plain', 'local')).entries).toBe(1);
    await store.close();
    const again = await open();
    expect((await again.sessions.list()).length).toBe(1);
    await again.close();
    await admin.query('create table plain_rows.stray (owner text); alter table plain_rows.stray owner to plain');
    await expect(open()).rejects.toMatchObject({ code: 'store-unsupported', message: expect.stringContaining('stray') });
  });
});
