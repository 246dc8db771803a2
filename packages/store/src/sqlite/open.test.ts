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
  for (const law of storeLaws(twoWriters(open))) it(`[${law.id}] ${law.name}`, () => law.run());
});
