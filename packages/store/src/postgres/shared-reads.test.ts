import { expect, it, onTestFinished } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { createPool } from './pool.ts';
import { SharedReads } from './shared-reads.ts';

describeOnPostgres('reads that go together', (postgres) => {
  const readsOn = () => {
    const pool = createPool(postgres.url, 2);
    onTestFinished(() => pool.end());
    const reads = new SharedReads(pool, 50);
    const ask = (owner: string, text: string, isShort = true) =>
      reads.query({ role: null, owner }, { text, values: [] }, isShort);
    return { pool, ask };
  };
  const WHO = `select current_setting('tenfold.owner', true) as who, pg_backend_pid() as pid`;

  it('are each their principal’s, on one connection', async () => {
    const { ask } = readsOn();
    const owners = ['ada', 'ben', 'ben', 'ada', 'eve'];
    const answers = await Promise.all(owners.map((owner) => ask(owner, WHO)));
    expect(answers.map(({ rows }) => rows[0].who)).toEqual(owners);
    expect(new Set(answers.map(({ rows }) => rows[0].pid)).size).toBe(1);
  });

  it('fail by themselves and leave nobody unanswered', async () => {
    const { ask } = readsOn();
    const [one, two, three] = await Promise.allSettled([ask('ada', WHO), ask('ben', 'select 1 / 0'), ask('eve', WHO)]);
    expect(one).toMatchObject({ status: 'fulfilled', value: { rows: [{ who: 'ada' }] } });
    expect(two).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(three).toMatchObject({ status: 'fulfilled', value: { rows: [{ who: 'eve' }] } });
  });

  it('wait no longer than a write for what somebody else has locked', async () => {
    const { ask, pool } = readsOn();
    await pool.query('create table held (name text)');
    const client = await pool.connect();
    await client.query('begin; lock table held');
    for (const isShort of [true, false])
      await expect(ask('ada', 'select name from held', isShort)).rejects.toMatchObject({ code: '55P03' });
    await client.query('rollback');
    client.release();
    expect((await ask('ada', 'select name from held')).rows).toEqual([]);
  });

  it('leave no principal behind on their connection', async () => {
    const { ask, pool } = readsOn();
    await Promise.all([ask('ada', WHO), ask('ben', WHO)]);
    const { rows } = await pool.query(`select coalesce(current_setting('tenfold.owner', true), '') as who`);
    expect(rows[0].who).toBe('');
  });
});
