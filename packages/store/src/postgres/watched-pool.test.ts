import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { droppingProxy } from '../../../../tests/postgres/dropping-proxy.ts';
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
});
