import pg from 'pg';
import { expect, it } from 'vitest';
import { onDatabase } from '../../../../tests/postgres/database-copy.ts';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { droppingProxy } from '../../../../tests/postgres/dropping-proxy.ts';
import { newDatabase } from '../../../../tests/postgres/test-postgres.ts';
import { StoreFault } from '../error.ts';
import { openPostgres } from '../open-postgres.ts';
import { WatchedPool } from './watched-pool.ts';

const silentMs = 250;

describeOnPostgres('a database that falls silent', (postgres) => {
  it('is told of to who waits, and used again once it answers', { timeout: 60_000 }, async () => {
    const proxy = await droppingProxy(postgres.url);
    const store = await openPostgres(proxy.url, { schema: 'silent', silentMs });
    const { id } = await store.sessions.create({ title: 'Before', at: 1 });
    const wait = () => [store.sessions.get(id), store.sessions.create({ at: 2 }), store.events.last(id), store.usage.bytes()];
    proxy.drop();
    for (const each of await Promise.allSettled([...wait(), ...wait()]))
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(StoreFault) });
    // Who comes now is told at once: nothing is even tried.
    const start = performance.now();
    await expect(store.sessions.get(id)).rejects.toThrow(StoreFault);
    expect(performance.now() - start).toBeLessThan(silentMs);
    proxy.heal();
    await expect.poll(() => store.sessions.get(id).then(({ title }) => title, String), { timeout: 20_000 }).toBe('Before');
    // What was not acknowledged may be there or not; what comes now is.
    const { id: after } = await store.sessions.create({ title: 'After', at: 3 });
    expect((await store.sessions.get(after)).title).toBe('After');
    await store.close();
    await proxy.close();
  });

  it('is told of where only connections that are there fall silent, and others are made', async () => {
    const proxy = await droppingProxy(postgres.url);
    const store = await openPostgres(proxy.url, { schema: 'silent', silentMs });
    const { id } = await store.sessions.create({ title: 'Before', at: 1 });
    const wait = () => [store.sessions.get(id), store.sessions.update(id, { title: 'After', at: 2 }), store.events.last(id)];
    await Promise.all(wait());
    proxy.dropThose();
    for (const each of await Promise.allSettled(wait()))
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(StoreFault) });
    expect((await store.sessions.get(id)).title).toBe('After');
    await store.close();
    await proxy.close();
  });

  it('lets a store be closed', async () => {
    const proxy = await droppingProxy(postgres.url);
    const store = await openPostgres(proxy.url, { schema: 'silent', silentMs });
    await store.notices.listen(() => {});
    await store.sessions.list();
    proxy.drop();
    const under = [store.sessions.list(), store.sessions.create({ at: 1 })].map((each) => each.catch(() => 'told'));
    await store.close();
    expect(await Promise.all(under)).toEqual(['told', 'told']);
    await proxy.close();
  });

  it('is not taken for one by a statement that takes long', async () => {
    const pool = new WatchedPool({ connectionString: postgres.url, max: 2 }, 100);
    expect((await pool.query('select pg_sleep(1), 7 as seven')).rows).toMatchObject([{ seven: 7 }]);
    await pool.end();
  });

  it('waits for a connection that is there where the database has no room for another', async () => {
    const { url } = await newDatabase();
    const role = `crowded_${process.pid}`;
    await onDatabase(url, async (query) => {
      await query(`create role ${role} login connection limit 2`, []);
      await query(`alter database ${url.split('/').at(-1)} owner to ${role}`, []);
    });
    const store = await openPostgres(url.replace(/\/\/\w+@/, `//${role}@`), { silentMs: 1_000 });
    const sessions = await Promise.all(Array.from({ length: 20 }, (_, at) => store.sessions.create({ at })));
    const read = await Promise.all(sessions.flatMap(({ id }) => [store.sessions.get(id), store.events.last(id)]));
    expect(read).toHaveLength(40);
    // Nobody waits for ever.
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`alter role ${role} connection limit 0`);
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    await expect.poll(() => store.sessions.list().catch(({ code }) => code), { timeout: 20_000 }).toBe('store-busy');
    await client.query(`alter role ${role} connection limit -1`);
    expect(await store.sessions.list()).toHaveLength(20);
    await client.end();
    await store.close();
  }, 40_000);
});
