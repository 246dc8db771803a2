import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { storeLaws, twoWriters } from '../testing/index.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
async function open() {
  const path = join(folder, `law-${made++}.db`);
  return { store: await openSqlite(path), again: () => openSqlite(path) };
}

describe('an SQLite store', () => {
  for (const law of storeLaws(open)) it(`[${law.id}] ${law.name}`, () => law.run());
});

describe('an SQLite store with two writers', () => {
  // Half of the contexts: the other half is read by one writer above, and by two in a deep run.
  const deep = process.env.TENFOLD_DEEP === '1';
  const laws = storeLaws(twoWriters(open)).filter(({ name }) => deep || !/seed [5-8]/.test(name));
  for (const law of laws) it(`[${law.id}] ${law.name}`, () => law.run());
});
