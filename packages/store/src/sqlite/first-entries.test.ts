import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Connection } from './connection.ts';
import { openSqlite } from './open.ts';

it('finds who has a conversation without looking into every session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-first-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tenfold.db');
  const asked: string[] = [];
  const prepare = Connection.prototype.prepare;
  Connection.prototype.prepare = function (sql) {
    asked.push(sql);
    return prepare.call(this, sql);
  };
  onTestFinished(() => {
    Connection.prototype.prepare = prepare;
  });
  const store = await openSqlite(file);
  asked.length = 0;
  await store.entries.find(['a', 'b']);
  await store.close();
  const connection = new Connection(file, { busyMs: 100, readOnly: true });
  onTestFinished(() => connection.close());
  const [find = ''] = asked;
  const values = Array.from({ length: find.split('?').length - 1 }, () => 'x');
  const plan = connection.prepare(`explain query plan ${find}`).all(values) as { detail: string }[];
  expect(plan.map(({ detail }) => detail).join('; ')).toMatch(/entries_first/);
});
