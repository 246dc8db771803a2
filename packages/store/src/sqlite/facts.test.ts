import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { OLDEST_SQLITE } from './connection.ts';
import { sqliteFacts } from './facts.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-facts-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('are read back, beside a store that is at work', async () => {
  const path = join(folder, 'facts.db');
  const store = await openSqlite(path);
  const { version, ...durability } = await sqliteFacts(path);
  expect(durability).toEqual({ journal: 'wal', synchronous: 'full' });
  expect(version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  await store.close();
});
