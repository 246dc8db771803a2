import { textMessage } from '@tenfold/core';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { Conflict, NotFound } from '../error.ts';
import { openPostgres } from '../open-postgres.ts';
import type { Store } from '../store.ts';

describeOnPostgres('small writes of PostgreSQL', (postgres) => {
  let store: Store;
  beforeAll(async () => {
    store = await openPostgres(postgres.url);
  });
  afterAll(() => store.close());

  const sessions = (count: number, of = store) =>
    Promise.all(Array.from({ length: count }, async () => (await of.sessions.create({ at: 0 })).id));
  const say = (session: string, text: string, of = store) =>
    of.entries.append({ session, entries: [{ message: textMessage('user', text) }], at: 1 });

  it('share transactions when they come together', async () => {
    const ids = await sessions(60);
    await Promise.all(ids.map((id) => say(id, 'together')));
    const client = new pg.Client(postgres.url);
    await client.connect();
    // A row knows the transaction that wrote it.
    const { rows } = await client.query(
      'select count(*), count(distinct xmin::text) as commits from entries where session = any($1)',
      [ids],
    );
    expect(Number(rows[0].count)).toBe(60);
    expect(Number(rows[0].commits)).toBeLessThan(10);
    await client.end();
  });

  it('of many entries go to the database together', async () => {
    const [session = ''] = await sessions(1);
    const entries = Array.from({ length: 200 }, (_, n) => ({ message: textMessage('user', `entry ${n}`) }));
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    await store.entries.append({ session, entries, at: 1 });
    // Some twenty entries each time and their words behind them, fewer where others have their turn meanwhile; one by one it would be over 400.
    expect(sent.mock.calls.length).toBeLessThan(100);
    sent.mockRestore();
    expect((await store.heads.get(session)).length).toBe(200);
  });

  it('wait for nobody whose session they do not touch', async () => {
    const [held, free] = (await sessions(2)) as [string, string];
    const other = await openPostgres(postgres.url);
    let release = () => {};
    const taken = new Promise<void>((locked) => {
      void other.transaction(held, async (within) => {
        await within.sessions.get(held);
        locked();
        await new Promise<void>((go) => {
          release = go;
        });
      });
    });
    await taken;
    const order: string[] = [];
    const late = [say(held, 'late'), say(held, 'later')].map((done, n) => done.then(() => order.push(`held ${n}`)));
    for (let n = 0; n < 5; n++) await say(free, `${n}`).then(() => order.push('free'));
    release();
    await Promise.all(late);
    expect(order).toEqual([...Array(5).fill('free'), 'held 0', 'held 1']);
    await other.close();
  });

  it('wait once for what somebody else has locked', async () => {
    const own = await openPostgres(postgres.url, { busyMs: 50 });
    const [session = ''] = await sessions(1, own);
    const { end } = await say(session, 'there', own);
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(`begin; select from tenfold.sessions where id = '${session}' for update`);
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const text = { entries: [{ message: textMessage('user', 'held up') }], at: 2 };
    for (const known of [{ end }, {}])
      await expect(own.entries.append({ session, ...known, ...text })).rejects.toMatchObject({ code: 'store-busy' });
    const undone = sent.mock.calls.filter(([query]) => (query as unknown) === 'rollback');
    sent.mockRestore();
    expect(undone).toHaveLength(2);
    await client.end();
    await own.close();
  });

  it('fail alone, before they wrote and after', async () => {
    const ids = await sessions(6);
    const [first = ''] = ids;
    const { head } = await say(first, 'there');
    const settled = await Promise.allSettled([
      ...ids.slice(1).map((id) => say(id, 'good')),
      say('nowhere', 'x'),
      // The turn is taken: found out after the entries were written.
      store.entries.append({
        session: first,
        entries: [{ message: textMessage('user', 'late') }],
        expect: head.version - 1,
        at: 2,
      }),
      store.entries.append({
        session: ids[1] as string,
        entries: [{ message: textMessage('user', 'with an answer that is not there') }],
        pending: { id: 'no such answer', lease: 1 },
        at: 2,
      }),
    ]);
    expect(settled.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    const reasons = settled.slice(5).map((one) => (one.status === 'rejected' ? one.reason : null));
    expect(reasons[0]).toBeInstanceOf(NotFound);
    expect(reasons[1]).toBeInstanceOf(Conflict);
    expect(reasons[2]).toBeInstanceOf(Error);
    for (const id of ids.slice(1)) expect(await store.entries.page(id)).toHaveLength(1);
    expect((await store.verify()).damages).toEqual([]);
  });

  it('are each their owner’s, though they share a transaction', async () => {
    const [ada, ben] = [store.for('ada'), store.for('ben')];
    const [[hers = ''], [his = '']] = [await sessions(1, ada), await sessions(1, ben)];
    const settled = await Promise.allSettled([
      say(hers, 'hers', ada),
      say(his, 'his', ben),
      say(hers, 'a stranger’s', ben),
      say(his, 'a stranger’s', ada),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(await ada.entries.page(hers)).toHaveLength(1);
    expect(await ben.entries.page(his)).toHaveLength(1);
  });
});
