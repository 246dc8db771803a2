import { textMessage } from '@tenfold/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { newDatabase, startPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { StoreFault, StoreUnsupported } from '../error.ts';
import { openPostgres } from '../open-postgres.ts';
import { storeLaws, twoWriters } from '../testing/index.ts';

/** Leaves nothing in a schema that laws were tried in: making one anew takes longer than most laws do. */
async function emptyTables(url: string, schema: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`do $$ declare tables text; begin
    select string_agg(format('%I.%I', schemaname, tablename), ',') into tables
      from pg_tables where schemaname = '${schema}' and tablename <> 'migrations';
    if tables is not null then execute 'truncate ' || tables || ' restart identity'; end if;
  end $$`);
  await client.end();
}

/** Contexts, ends of branches and pages of a list are read by the same statements on either engine, and take seconds here: one
 * context, all of them in deep. */
const TAKE_SECONDS = /seed [2-8]|goes on from a context|is told the end of the branch|reads on from page to page/;

describeOnPostgres('a PostgreSQL store', (postgres) => {
  const schema = `law_${process.pid}`;
  const open = async () => {
    await emptyTables(postgres.url, schema);
    return { store: await openPostgres(postgres.url, { schema }), again: () => openPostgres(postgres.url, { schema }) };
  };

  const deep = process.env.TENFOLD_DEEP === '1';
  const tryLaws = (laws: ReturnType<typeof storeLaws>) => {
    for (const law of laws) if (deep || !TAKE_SECONDS.test(law.name)) it(`[${law.id}] ${law.name}`, () => law.run());
  };

  // Two are what differs from SQLite, which is held to the laws with one and with two each time.
  describe('with two writers', () => tryLaws(storeLaws(twoWriters(open))));
  describe.runIf(deep)('with one', () => tryLaws(storeLaws(open)));

  it('[D2] takes each step once, however many open it at the same time', async () => {
    const schema = `together_${process.pid}`;
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgres(postgres.url, { schema, connections: 2 })));
    await stores[0]?.sessions.create({ id: 'one', at: 0 });
    expect((await stores[3]?.sessions.get('one'))?.id).toBe('one');
    expect(await stores[1]?.size()).toBeGreaterThan(0);
    for (const store of stores) await store.close();
  });

  it('[D5] leaves backups to the tools of PostgreSQL', async () => {
    const { store } = await open();
    await expect(store.backup('anywhere')).rejects.toThrow(StoreUnsupported);
    expect(store.loss().missing).toBe(0);
    await store.close();
  });

  it('[D3] tells what is wrong with a URL without telling its password', async () => {
    const { port } = new URL(postgres.url);
    for (const url of [
      `postgres://tenfold:hush@127.0.0.1:${port}/nowhere`,
      'postgres://tenfold:hush@127.0.0.1:1/x',
      'postgres://%:hush@',
    ]) {
      const error = await openPostgres(url).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ advice: expect.any(String) });
      expect(JSON.stringify(error) + String(error)).not.toContain('hush');
    }
    await expect(openPostgres(postgres.url, { schema: 'Robert"; drop' })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('[D3] leaves connections to a database that takes no writes, so that it finds the one that takes over', async () => {
    const { url } = await newDatabase();
    const name = url.split('/').at(-1);
    const client = new pg.Client(url);
    await client.connect();
    const store = await openPostgres(url);
    const { id } = await store.sessions.create({ at: 0 });
    await client.query(`alter database ${name} set default_transaction_read_only = on`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    // The first is told of its connection.
    const rename = () => store.sessions.update(id, { title: 'Renamed', at: 1 });
    await expect.poll(() => rename().catch(({ code }) => code)).toBe('store-full');
    expect((await store.sessions.get(id)).title).toBe('');
    await client.query(`set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`);
    await expect.poll(() => rename().catch(({ code }) => code)).toMatchObject({ title: 'Renamed' });
    await store.close();
    await client.end();
  });

  it.runIf(deep)(
    '[D3] goes on by itself after the database went away and came back, without losing what was acknowledged',
    async () => {
      const own = await startPostgres({ fsync: true });
      try {
        const store = await openPostgres(own.url);
        const { id: session } = await store.sessions.create({ at: 0 });
        const say = (n: number) =>
          store.entries.append({ session, entries: [{ message: textMessage('user', `${n}`) }], key: `k${n}`, at: n });
        for (let n = 0; n < 20; n++) await say(n);
        const [, during] = await Promise.all([
          own.restart(),
          Promise.allSettled(Array.from({ length: 20 }, (_, n) => say(20 + n))),
        ]);
        for (const outcome of during) if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StoreFault);
        for (let n = 0; n < 60; n++) await say(n);
        const texts = (await store.entries.page(session, { limit: 100 })).map(({ message }) => message.parts[0]);
        expect(new Set(texts.map((part) => (part as { text: string }).text)).size).toBe(60);
        expect(await store.verify()).toEqual({ sessions: 1, entries: 60, damages: [] });
        await store.close();
      } finally {
        await own.stop();
      }
    },
  );
});
