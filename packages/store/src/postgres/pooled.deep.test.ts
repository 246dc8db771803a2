import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres, whyNoPostgres } from '../../../../tests/postgres/test-postgres.ts';
import { startTransactionPooler, type TransactionPooler } from '../../../../tests/postgres/transaction-pooler.ts';
import { openPostgres } from '../open-postgres.ts';
import { storeLaws, twoWriters } from '../testing/index.ts';

const missing = whyNoPostgres();

describe.skipIf(missing !== null)(`behind a transaction pooler${missing === null ? '' : ` (not tested: ${missing})`}`, () => {
  let postgres: TestPostgres;
  let pooler: TransactionPooler;
  beforeAll(async () => {
    postgres = await startPostgres();
    pooler = await startTransactionPooler(postgres.url);
  });
  afterAll(async () => {
    await pooler.close();
    await postgres.stop();
  });

  let made = 0;
  const open = async () => {
    const schema = `pooled_${process.pid}_${made++}`;
    return { store: await openPostgres(pooler.url, { schema }), again: () => openPostgres(pooler.url, { schema }) };
  };
  for (const law of storeLaws(twoWriters(open))) it(`[${law.id}] ${law.name}`, () => law.run());

  it('hands connections on', () => expect(pooler.handedOn()).toBeGreaterThan(100));
});
