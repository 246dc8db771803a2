import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { newDatabase, whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { openPostgres } from '../open-postgres.ts';
import { Prepared } from './prepared.ts';

describe('prepared statements', () => {
  it('have one name a text, up to a number of them, and none once one was lost', () => {
    const prepared = new Prepared();
    const name = prepared.nameOf('select 1');
    expect([prepared.nameOf('select 1'), prepared.nameOf('select 2')]).toEqual([name, expect.not.stringMatching(`^${name}$`)]);
    for (let n = 0; n < 400; n++) prepared.nameOf(`select ${n}`);
    expect([prepared.nameOf('select 399'), prepared.nameOf('select 1')]).toEqual([undefined, name]);
    expect(new Prepared().nameOf(`select ${'1, '.repeat(2_000)} 1`)).toBeUndefined();
    expect([prepared.giveUp({ code: '23505' }), prepared.nameOf('select 1')]).toEqual([false, name]);
    expect([prepared.giveUp({ code: '26000' }), prepared.nameOf('select 1')]).toEqual([true, undefined]);
  });

  it.skipIf(whyNoPostgres() !== null)('that the database drops stop neither readers nor writers', async () => {
    const postgres = await newDatabase();
    const store = await openPostgres(postgres.url);
    const { id } = await store.sessions.create({ title: 'One', at: 0 });
    const use = async (title: string) => {
      const renamed = await Promise.all([1, 2, 3].map((at) => store.sessions.update(id, { title, at })));
      expect(renamed.map((session) => session.title)).toEqual([title, title, title]);
      expect((await store.sessions.get(id)).title).toBe(title);
    };
    for (const title of ['Two', 'Three']) await use(title);
    // A newer program adds a column beside us: what was planned for the old rows is void.
    const newer = new pg.Client({ connectionString: postgres.url });
    await newer.connect();
    await newer.query('alter table tenfold.sessions add column later text');
    await newer.end();
    for (const title of ['Four', 'Five']) await use(title);
    await store.close();
  });
});
