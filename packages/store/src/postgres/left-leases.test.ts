import { expect, it } from 'vitest';
import { onDatabase } from '../../../../tests/postgres/database-copy.ts';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { openPostgres } from '../open-postgres.ts';

describeOnPostgres('leases that a crash left', (postgres) => {
  it('[W2] go once their beat has stood still for a month by the clock of the database, and no others', async () => {
    const store = await openPostgres(postgres.url);
    const take = (name: string, holder: string) => store.leases.acquire({ name, holder, at: 0 });
    const start = () => take('process:other', 'another');
    const names = async () => (await store.leases.list()).map(({ name }) => name).sort();
    const month = () =>
      onDatabase(postgres.url, async (query) => {
        const text = `update tenfold.leases set boot = split_part(boot, '@', 1) || '@' || (split_part(boot, '@', 2)::bigint - 31 * 86400000::bigint)
          where boot <> ''`;
        await query(text, []);
      });
    await take('brought', 'brought');
    await take('server', 'a');
    const lives = await take('process:b', 'b');
    await take('process:c', 'c');
    await take('process:last', 'last');
    const others = ['brought', 'process:b', 'process:last', 'server'];
    // They are seen for the first time.
    await start();
    expect(await names()).toEqual(['brought', 'process:b', 'process:c', 'process:last', 'process:other', 'server']);
    await month();
    await store.leases.beat('process:b', lives.token);
    await store.leases.release('process:other', (await store.leases.get('process:other'))?.token ?? 0);
    await start();
    expect(await names()).toEqual([...others, 'process:other'].sort());
    await store.close();
  });
});
