import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, textMessage } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import { Conflict } from '../error.ts';
import { turnsDuring } from '../testing/turns-during.ts';
import { openSqlite } from './open.ts';
import { WritingThread } from './writing-thread.ts';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-thread-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tenfold.db');
}

async function opened(path = newPath()) {
  const store = await openSqlite(path);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { store, close, path };
}

const long = (n: number): Message => textMessage('user', `${'many long words '.repeat(200_000)} last${n}`);

it('[H16] keeps a very long message as any other: it is found, checked, repeated, and there when it is opened again', async () => {
  const { store, close, path } = await opened();
  const { id: session } = await store.sessions.create({ at: 1 });
  const append = (message: Message, key: string) => store.entries.append({ session, entries: [{ message }], key, at: 2 });
  // Short ones beside it are written with it, or before and behind it.
  const [first, ...short] = await Promise.all([
    append(long(1), 'long'),
    ...Array.from({ length: 5 }, (_, n) => append(textMessage('user', `short ${n}`), `short ${n}`)),
  ]);
  expect((await append(long(1), 'long')).repeated).toBe(true);
  await expect(append(long(2), 'long')).rejects.toBeInstanceOf(Conflict);
  const { entries: begun } = await store.sessions.begin({ id: 'begun', entries: [{ message: long(3) }], at: 3 });
  await close();
  const { store: again } = await opened(path);
  expect((await again.verify()).damages).toEqual([]);
  expect(again.loss().missing).toBe(0);
  for (const [of, appended] of [[session, first], ...short.map((one) => [session, one] as const)] as const) {
    const [entry] = appended?.entries ?? [];
    expect((await again.entries.get(of, entry?.id ?? '')).message).toEqual(entry?.message);
  }
  expect((await again.search.entries({ text: 'last1' })).map((hit) => hit.session)).toEqual([session]);
  expect((await again.search.entries({ text: 'last3' })).map((hit) => hit.session)).toEqual(['begun']);
  expect((await again.entries.get('begun', begun[0]?.id ?? '')).message).toEqual(long(3));
});

it('tells what SQLite tells, undoes what was begun, and goes on', async () => {
  const { path, store } = await opened();
  const thread = new WritingThread(path, 1_000);
  onTestFinished(() => thread.close());
  await thread.run('begin immediate', [], true);
  expect(thread.inTransaction).toBe(true);
  await expect(thread.run("insert into sessions (id) values ('half')")).rejects.toBeInstanceOf(Conflict);
  await thread.run('rollback');
  expect(thread.inTransaction).toBe(false);
  await expect(thread.run('no statement')).rejects.toThrow(/syntax error/);
  // Closing undoes what was not committed, and who comes next is not kept waiting.
  await thread.run('begin immediate');
  await thread.run("insert into settings (owner, key, value, updated_at) values ('local', 'half', '1', 0)").catch(() => {});
  await thread.close();
  await store.sessions.create({ at: 1 });
  expect((await thread.run('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('[H16] ranks what many messages say, sums up what is stored and removes a long session while the loop goes on turning', async () => {
  const { store } = await opened();
  const { id: session } = await store.sessions.create({ at: 1 });
  const entries = Array.from({ length: 18_000 }, (_, n) => ({ message: textMessage('user', `message ${n}`) }));
  await store.entries.append({ session, entries, at: 2 });
  const { result, turns } = await turnsDuring(() => store.search.entries({ text: 'message', limit: 3 }));
  expect(result.map(({ position }) => position)).toEqual([17_999, 17_998, 17_997]);
  expect(turns).toBeGreaterThan(100);
  expect((await turnsDuring(() => store.usage.bytes())).turns).toBeGreaterThan(2);
  expect((await turnsDuring(() => store.usage.byOwner(0))).turns).toBeGreaterThan(2);
  expect(await store.usage.byOwner(0)).toEqual([{ owner: 'local', bytes: await store.usage.bytes(), tokens: 0 }]);
  expect((await turnsDuring(() => store.sessions.remove(session))).turns).toBeGreaterThan(100);
  expect(await store.usage.bytes()).toBe(0);
  expect(await store.search.entries({ text: 'message' })).toEqual([]);
});
