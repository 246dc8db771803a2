import { expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { startTransactionPooler } from '../../../../tests/postgres/transaction-pooler.ts';
import { openPostgres } from '../open-postgres.ts';

describeOnPostgres('notices', (postgres) => {
  it('reach the other process, of its own schema only, and again after the database was away', async () => {
    const [one, two, apart] = [
      await openPostgres(postgres.url),
      await openPostgres(postgres.url),
      await openPostgres(postgres.url, { schema: 'apart' }),
    ];
    const heard: (string | null)[] = [];
    const listening = await two.notices.listen((session) => heard.push(session));
    expect(listening.live()).toBe(true);
    apart.notices.send('elsewhere');
    for (const session of ['a', 'b', 'a']) one.notices.send(session);
    await expect.poll(() => new Set(heard)).toEqual(new Set([null, 'a', 'b']));
    await postgres.restart();
    await expect.poll(() => listening.live()).toBe(true);
    // What was sent on a connection that is gone is not delivered.
    const sent = () => {
      one.notices.send('c');
      return heard;
    };
    await expect.poll(sent).toContain('c');
    await listening.stop();
    expect(listening.live()).toBe(false);
    for (const store of [one, two, apart]) await store.close();
  });

  it.runIf(process.env.TENFOLD_DEEP === '1')(
    'are not counted on where LISTEN is taken and nothing is delivered, as by a transaction pooler',
    async () => {
      const pooler = await startTransactionPooler(postgres.url);
      const store = await openPostgres(pooler.url, { schema: 'pooled' });
      const listening = await store.notices.listen(() => {});
      expect(listening.live()).toBe(false);
      const { id } = await store.sessions.create({ title: 'All else works', at: 0 });
      expect((await store.sessions.get(id)).title).toBe('All else works');
      await store.close();
      await pooler.close();
    },
  );
});
