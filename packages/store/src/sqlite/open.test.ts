import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { placeEmptyStore, storeLaws, twoWriters } from '../testing/index.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
async function open() {
  const path = join(folder, `law-${made++}.db`);
  await placeEmptyStore(path);
  return { store: await openSqlite(path), again: () => openSqlite(path) };
}

// Of the eight contexts some for one writer, others for two, in a deep run all for both.
const deep = process.env.TENFOLD_DEEP === '1';

describe('an SQLite store', () => {
  const laws = storeLaws(open).filter(({ name }) => deep || !/seed [5-8]/.test(name));
  for (const law of laws) it(`[${law.id}] ${law.name}`, () => law.run());
});

describe('an SQLite store with two writers', () => {
  const laws = storeLaws(twoWriters(open)).filter(({ name }) => deep || !/seed [1-4]/.test(name));
  for (const law of laws) it(`[${law.id}] ${law.name}`, () => law.run());
});
