import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeOnPostgres } from '../../../../../tests/postgres/describe-on-postgres.ts';
import { openPostgres, openSqlite } from '../../index.ts';
import { type Open, storeLaws, twoWriters } from '../index.ts';
import { StoresElsewhere } from './stores-elsewhere.ts';

const elsewhere = new StoresElsewhere();
afterAll(() => elsewhere.close());

function tryLaws(open: Open): void {
  for (const law of storeLaws(twoWriters(open))) it(`[${law.id}] ${law.name}`, () => law.run());
  it('has the other process write', () => expect(elsewhere.calls).toBeGreaterThan(500));
}

describe('an SQLite store of two processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-laws-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let made = 0;
  tryLaws(async () => {
    const address = join(folder, `law-${made++}.db`);
    return { store: await openSqlite(address), again: async () => elsewhere.open({ address }, await openSqlite(address)) };
  });
});

describeOnPostgres('a PostgreSQL store of two processes', (postgres) => {
  let made = 0;
  tryLaws(async () => {
    const place = { address: postgres.url, schema: `laws_${made++}` };
    const open = () => openPostgres(place.address, place);
    return { store: await open(), again: async () => elsewhere.open(place, await open()) };
  });
});
