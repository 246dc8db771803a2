import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fold, textMessage } from '@tenfold/core';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { limits, oneOfEach } from '../testing/one-of-each.ts';
import { Connection } from './connection.ts';
import { createKysely, openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-unreadable-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A store with a row of everything, each column of it in use, and a conversation beside. */
async function fullStore(path: string): Promise<string> {
  const store = await openSqlite(path);
  const { session } = await oneOfEach(store);
  await store.entries.append({ session, key: 'k', entries: [{ message: textMessage('assistant', 'walruses') }], at: 2 });
  const { head, version } = await store.heads.get(session);
  const target = { kind: 'span', from: head.position ?? '', to: head.position ?? '' } as const;
  const made = { id: 'f', run: 'r', lossless: false, text: 'a summary', by: 'test', before: 2, after: 1 };
  const fold: Fold = { ...made, kind: 'summary', target };
  await store.heads.swap({ session, expect: version, head: { ...head, folds: ['f'] }, folds: [fold], at: 3 });
  await store.models.put({ ...limits, id: 'a:c', detected: { contextWindow: 9 }, at: 1 });
  await store.models.calibrate('a:c', { bills: [1.1], at: 1 });
  await store.answers.put({ hash: 'b', text: 't', by: 'm', usage: { input: 1, output: 2 }, at: 1 });
  const { id: job } = await store.jobs.create({ session, kind: 'fold', slot: 'x', input: { a: 1 }, at: 1 });
  await store.jobs.update(job, { state: 'failed', progress: { n: 1 }, result: { n: 1 }, error: { n: 1 }, at: 1 });
  await store.settings.set({ scope: `session:${session}`, key: 'soft', value: [70], at: 1 });
  await store.leases.acquire({ name: 'process:1', holder: 'h', facts: { pid: 1 }, at: 1 });
  await store.sessions.create({ id: 'other', at: 4 });
  await store.entries.append({ session: 'other', entries: [{ message: textMessage('user', 'walruses too') }], at: 5 });
  await store.close();
  return session;
}

const isList = (value: unknown) => typeof value === 'string' && /^[[{]/.test(value) && typeof JSON.parse(value) === 'object';

/** Every column of a file that holds an object or a list. */
async function jsonColumns(path: string): Promise<readonly (readonly [table: string, column: string])[]> {
  const connection = new Connection(path, { busyMs: 100, readOnly: true });
  const db = createKysely(connection);
  const named = sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like '%fts%'`;
  const found: [string, string][] = [];
  for (const { name } of (await named.execute(db)).rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const columns = new Set(rows.flatMap((row) => Object.keys(row).filter((column) => isList(row[column]))));
    for (const column of columns) found.push([name, column]);
  }
  connection.close();
  return found;
}

/** What goes on whatever row is damaged: all lists, and the other conversation. */
async function readOn(store: Store, session: string) {
  await store.profiles.full();
  await store.sessions.list({ archived: true });
  for (const list of [store.presets, store.models, store.jobs, store.leases, store.pending]) await list.list();
  for (const list of [store.checkpoints, store.runs, store.revisions, store.snapshots]) await list.list(session);
  await store.snapshots.latest(session, 'memory');
  await store.events.after(session, 0);
  await store.answers.first(['b']);
  await store.models.get('a:c');
  await store.search.memories({ text: 'memory' });
  return {
    profiles: (await store.profiles.list()).length,
    setting: await store.settings.get('global', 'k').then((setting) => setting !== null),
    sessions: (await store.sessions.list()).length,
    settings: Array.isArray(await store.settings.list()),
    found: (await store.search.entries({ text: 'walruses too' })).map(({ session }) => session),
    entries: (await store.entries.page('other', { limit: 9 })).length,
    context: (await store.contexts.load('other')).head.position !== null,
    opened: (await store.sessions.open('other')).session.id,
  };
}

/** Columns that hold any JSON, so that a number is as good as what was there. */
const ANY = ['settings.value', 'jobs.progress', 'jobs.result', 'jobs.error', 'revisions.content'];

it('[D4] whatever column of JSON cannot be read, everything else goes on, and verify tells', async () => {
  const sound = join(folder, 'sound.db');
  const session = await fullStore(sound);
  const columns = await jsonColumns(sound);
  expect(columns.length).toBeGreaterThan(24);
  for (const [table, column] of columns)
    for (const bad of ['{"a', '7']) {
      const name = `${table}.${column}`;
      const path = join(folder, `${name} ${bad.length}.db`);
      copyFileSync(sound, path);
      const connection = new Connection(path, { busyMs: 100, readOnly: false });
      // The other conversation stays as it is.
      const isOther = ['entries', 'heads'].includes(table) ? sql`where session <> 'other'` : sql``;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${bad} ${isOther}`.execute(createKysely(connection));
      connection.close();
      const store = await openSqlite(path);
      const told = await readOn(store, session).catch((error: Error) => error.message);
      const { damages } = await store.verify();
      await store.close();
      const went = { profiles: 1, setting: true, sessions: 2, settings: true, entries: 1, context: true, opened: 'other' };
      expect(told, name).toEqual({ ...went, found: ['other'] });
      const isSound = table === 'leases' || (bad === '7' && ANY.includes(name));
      expect(damages.length, `${name} ${bad}`)[isSound ? 'toBe' : 'toBeGreaterThan'](0);
      expect(
        damages.filter((damage) => damage.session === 'other'),
        name,
      ).toEqual([]);
      for (const { what } of damages) expect(what).not.toContain('undefined');
    }
});

it('[J3] a task that cannot be read is put aside, and those behind it are done', async () => {
  const path = join(folder, 'tasks.db');
  const store = await openSqlite(path);
  for (const kind of ['first', 'second']) await store.queue.put({ owner: store.owner, kind, input: { kind } });
  const connection = new Connection(path, { busyMs: 100, readOnly: false });
  await sql`update jobs set input = '{"kind":"fi' where number = (select min(number) from jobs)`.execute(
    createKysely(connection),
  );
  connection.close();
  const done = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<string>();
  const working = await store.queue.work({
    lease: 1,
    isDead: async () => false,
    onError: (error) => failed.resolve((error as Error).message),
    run: async ({ kind }) => done.resolve(kind),
  });
  expect(await done.promise).toBe('second');
  expect(await failed.promise).toContain('cannot be read');
  await working.stop();
  expect([await store.queue.size(), await store.queue.dead()]).toEqual([0, []]);
  expect((await store.verify()).damages.map(({ what }) => what)).toEqual([
    expect.stringContaining('a dead-task job cannot be read'),
  ]);
  const kept: unknown[] = [];
  expect(await store.dropUnreadable(async (rows) => void kept.push(...rows))).toBe(1);
  expect(kept).toEqual([expect.objectContaining({ table: 'jobs', kind: 'dead-task', input: '{"kind":"fi' })]);
  expect((await store.verify()).damages).toEqual([]);
  expect(await store.dropUnreadable(async () => expect.unreachable())).toBe(0);
  await store.close();
});

it('a preset that cannot be read is told with what helps, and that takes it out', async () => {
  const path = join(folder, 'presets.db');
  const store = await openSqlite(path);
  for (const name of ['good', 'bad']) await store.presets.put({ id: name, name, config: {}, at: 1 });
  const connection = new Connection(path, { busyMs: 100, readOnly: false });
  await sql`update presets set config = '{"a' where id = 'bad'`.execute(createKysely(connection));
  connection.close();
  expect((await store.verify()).damages.map(({ what }) => what)).toEqual([
    'the preset “bad” cannot be read. `tenfold doctor --repair` takes it out',
  ]);
  const kept: unknown[] = [];
  expect(await store.dropUnreadable(async (rows) => void kept.push(...rows))).toBe(1);
  expect(kept).toEqual([expect.objectContaining({ table: 'presets', id: 'bad', config: '{"a' })]);
  expect((await store.verify()).damages).toEqual([]);
  expect((await store.presets.list()).map(({ id }) => id)).toEqual(['good']);
  await store.close();
});
