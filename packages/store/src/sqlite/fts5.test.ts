import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newSessionId } from '../session-id.ts';
import type { Store } from '../store.ts';
import { Connection } from './connection.ts';
import { openSqlite } from './open.ts';

const said = (text: string) => ({ message: { role: 'user', parts: [{ type: 'text', text }] } as const });

async function opened(): Promise<{ readonly store: Store; indexed(): number }> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-words-'));
  const file = join(folder, 'tenfold.db');
  const store = await openSqlite(file);
  const looking = new Connection(file, { busyMs: 100, readOnly: true });
  onTestFinished(async () => {
    looking.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    store,
    indexed: () => (looking.prepare('select count(*) as n from entry_words_docsize').all([])[0] as { n: number }).n,
  };
}

const begin = (store: Store, text: string, id = newSessionId(1)) => store.sessions.begin({ id, entries: [said(text)], at: 1 });

it('finds what was written together as soon as it is told', async () => {
  const { store, indexed } = await opened();
  await Promise.all(Array.from({ length: 40 }, (_, n) => begin(store, `harbor number${n}`)));
  const found = await store.search.entries({ text: 'harbor number17' });
  expect([found.length, indexed()]).toEqual([1, 40]);
});

it('indexes nothing of a write that was undone beside others', async () => {
  const { store, indexed } = await opened();
  const id = newSessionId(1);
  const [first, second, third] = await Promise.allSettled([
    begin(store, 'harbor one', id),
    // The session is there already.
    begin(store, 'harbor two', id),
    begin(store, 'harbor three'),
  ]);
  expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(indexed()).toBe(2);
});

it('keeps no words of a session that is removed with the same commit', async () => {
  const { store, indexed } = await opened();
  const id = newSessionId(1);
  await Promise.all([begin(store, 'harbor one', id), store.sessions.remove(id), begin(store, 'harbor two')]);
  expect(indexed()).toBe(1);
});

it('keeps copies of no pages for entries that are written', async () => {
  const asked = new Set<string>();
  const prepare = Connection.prototype.prepare;
  const { store } = await opened();
  onTestFinished(() => {
    Connection.prototype.prepare = prepare;
  });
  Connection.prototype.prepare = function (sql) {
    asked.add(sql);
    return prepare.call(this, sql);
  };
  await begin(store, 'harbor one');
  // A statement that returns rows is one that SQLite prepares to undo.
  expect([...asked].filter((sql) => /^insert into "entries".* returning /.test(sql))).toEqual([]);
});

it('[H7] reads no more of long messages than it shows of them', async () => {
  const { store } = await opened();
  for (let n = 0; n < 3; n++) await begin(store, `${n} harbours ${'and many more words '.repeat(100_000)}`);
  await begin(store, 'A short one about harbours');
  const parse = vi.spyOn(JSON, 'parse');
  const hits = await store.search.entries({ text: 'harbours' });
  const read = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  parse.mockRestore();
  expect(hits.map(({ snippet }) => snippet.slice(0, 10)).sort()).toEqual([
    '0 harbours',
    '1 harbours',
    '2 harbours',
    'A short on',
  ]);
  expect(read).toBeLessThan(600_000);
});
