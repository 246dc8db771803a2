import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../tests/postgres/describe-on-postgres.ts';
import { startTransactionPooler, type TransactionPooler } from '../../../../tests/postgres/transaction-pooler.ts';
import { openPostgres } from '../open-postgres.ts';
import { storeLaws, twoWriters } from '../testing/index.ts';

describeOnPostgres('behind a transaction pooler', (postgres) => {
  let pooler: TransactionPooler;
  beforeAll(async () => {
    pooler = await startTransactionPooler(postgres.url);
  });
  afterAll(() => pooler.close());

  let made = 0;
  const open = async () => {
    const schema = `pooled_${process.pid}_${made++}`;
    return { store: await openPostgres(pooler.url, { schema }), again: () => openPostgres(pooler.url, { schema }) };
  };
  for (const law of storeLaws(twoWriters(open))) it(`[${law.id}] ${law.name}`, () => law.run());

  it('hands connections on', () => expect(pooler.handedOn()).toBeGreaterThan(100));
});
