import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { afterAll, expect, it } from 'vitest';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-mark-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A store as a kill leaves it, with sixty entries in its log: the files of one that is still open. */
async function killed(name: string): Promise<string> {
  const [live, copy] = [join(folder, `${name}-live.db`), join(folder, `${name}.db`)];
  const store = await openSqlite(live);
  const { id: session } = await store.sessions.create({ at: 0 });
  for (let n = 0; n < 60; n++)
    await store.entries.append({ session, entries: [{ message: textMessage('user', `entry ${n}`) }], at: n });
  for (const end of ['', '-wal', '-mark']) copyFileSync(live + end, copy + end);
  await store.close();
  return copy;
}

const look = async (path: string) => {
  const store = await openSqlite(path);
  const found = [store.loss().missing, (await store.sessions.list())[0]?.entries ?? 0];
  await store.close();
  return found;
};

it('[D7] finds nothing missing after a kill, a backup or a second process', async () => {
  const path = await killed('sound');
  expect(await look(path)).toEqual([0, 60]);
  const [one, two] = [await openSqlite(path), await openSqlite(path)];
  const [session] = await one.sessions.list();
  for (const store of [one, two, one])
    await store.entries.append({ session: session?.id ?? '', entries: [{ message: textMessage('user', 'more') }], at: 0 });
  await one.backup(join(folder, 'backup.db'));
  await one.close();
  await two.close();
  expect(await look(path)).toEqual([0, 63]);
  expect(await look(join(folder, 'backup.db'))).toEqual([0, 63]);
  expect(statSync(`${path}-mark`).mode & 0o077).toBe(0);
});

it('[D7] tells of a lost log, at every start, and goes on counting from there', async () => {
  const path = await killed('lost');
  rmSync(`${path}-wal`);
  expect(await look(path)).toEqual([60, 0]);
  expect(await look(path)).toEqual([60, 0]);
});

it.each([0.25, 0.5, 0.9])('[D7] tells of a log cut to a share of %s', async (share) => {
  const path = await killed(`cut-${share}`);
  truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size * share));
  const [missing = 0, there = 0] = await look(path);
  expect(missing).toBeGreaterThan(0);
  expect(missing + there).toBe(60);
});

it('[D7] tells of an older copy that was put in place', async () => {
  const path = await killed('older');
  const store = await openSqlite(path);
  await store.backup(join(folder, 'older-backup.db'));
  const [session] = await store.sessions.list();
  await store.entries.append({ session: session?.id ?? '', entries: [{ message: textMessage('user', 'late') }], at: 0 });
  await store.close();
  copyFileSync(join(folder, 'older-backup.db'), path);
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(await look(path)).toEqual([1, 60]);
});

it('[D7] tells a loss until somebody knows of it, and a later one anew', async () => {
  const path = await killed('known');
  rmSync(`${path}-wal`);
  const store = await openSqlite(path);
  await store.knowLoss(5);
  expect(store.loss()).toMatchObject({ missing: 0, known: { entries: 60, at: 5 } });
  const { id: session } = await store.sessions.create({ at: 7 });
  await store.entries.append({ session, entries: [{ message: textMessage('user', 'more') }], at: 7 });
  await store.close();
  expect(await look(path)).toEqual([0, 1]);
  // A note of a version that knows of no more than the loss.
  truncateSync(`${path}-mark`, 32);
  expect(await look(path)).toEqual([60, 1]);
  const again = await openSqlite(path);
  await again.knowLoss(8);
  await again.close();
  const note = openSync(`${path}-mark`, 'r+');
  writeSync(note, '3'.padStart(16, '0'), 0);
  closeSync(note);
  const last = await openSqlite(path);
  expect(last.loss()).toEqual({ missing: 2, known: { entries: 60, at: 8 }, newest: 7 });
  await last.close();
});
