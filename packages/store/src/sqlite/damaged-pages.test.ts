import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { textMessage } from '@tenfold/core';
import { randomOf } from '@tenfold/core/testing';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placesToTry } from '../../../../tests/places-to-try.ts';
import { StoreCorrupt } from '../error.ts';
import type { Store } from '../store.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));
const deep = process.env.TENFOLD_DEEP === '1';
const [sound, file] = [join(folder, 'sound.db'), join(folder, 'damaged.db')];
const PAGE = 4096;
const SESSIONS = 12;

/** What is on each page, and what a person would miss of each session. */
const kinds = new Map<number, string>();
const whole = new Map<string, string>();
let bytes = Buffer.alloc(0);

beforeAll(async () => {
  const store = await openSqlite(sound);
  for (let n = 0; n < SESSIONS + 3; n++) await converse(store, `session-${n}`, n);
  // What they leave are free pages.
  for (let n = SESSIONS; n < SESSIONS + 3; n++) await store.sessions.remove(`session-${n}`);
  await store.close();
  const again = await openSqlite(sound);
  for (const { id } of await again.sessions.list()) whole.set(id, await seen(again, id));
  await again.close();
  const database = new Database(sound);
  const rows = database.prepare('select name, path, pageno, pagetype from dbstat').all() as {
    name: string;
    path: string;
    pageno: number;
    pagetype: string;
  }[];
  for (const { name, path, pageno, pagetype } of rows) kinds.set(pageno, `${name} ${path === '/' ? 'root' : pagetype}`);
  database.close();
  bytes = readFileSync(sound);
}, 120_000);

/** Messages, one of them over several pages, a fold and a checkpoint. */
async function converse(store: Store, session: string, n: number): Promise<void> {
  await store.sessions.create({ id: session, title: `Harbour ${n} ${'long '.repeat(60)}`, at: 1_000 + n });
  const messages = Array.from({ length: 30 }, (_, at) =>
    textMessage('user', `walrus ${n} ${at} ${'word '.repeat(at === 7 ? 3_000 : 60)}`),
  );
  const { entries, head } = await store.entries.append({ session, entries: messages.map((message) => ({ message })), at: 2_000 });
  const target = { kind: 'span', from: entries[0]?.id ?? '', to: entries[9]?.id ?? '' } as const;
  const made = { id: `fold-${n}`, run: 'run', kind: 'summary', lossless: false, text: 'a summary', by: 'test' } as const;
  const folds = [{ ...made, before: 9, after: 3, target }];
  await store.heads.swap({ session, expect: head.version, head: { ...head.head, folds: [`fold-${n}`] }, folds, at: 3_000 });
  await store.checkpoints.create({ session, label: 'before', at: 4_000 });
}

async function seen(store: Store, id: string): Promise<string> {
  const { head } = await store.contexts.load(id);
  return JSON.stringify([
    head,
    await store.entries.page(id, { limit: 100 }),
    await store.folds.list(id),
    await store.checkpoints.list(id),
  ]);
}

const WAYS = {
  zeros: (page: number) => Buffer.from(bytes).fill(0, (page - 1) * PAGE, page * PAGE),
  noise: (page: number) => {
    const random = randomOf(page);
    const damaged = Buffer.from(bytes);
    for (let at = (page - 1) * PAGE; at < page * PAGE; at++) damaged[at] = random.between(0, 255);
    return damaged;
  },
  'an end': (page: number) => Buffer.from(bytes.subarray(0, (page - 1) * PAGE + 512)),
} as const;

function put(damaged: Buffer): void {
  for (const end of ['-wal', '-shm', '-mark']) rmSync(file + end, { force: true });
  writeFileSync(file, damaged);
}

/** Whether the damage is told when the store is opened, or by the check; else everything has to be as it was. */
async function isTold(): Promise<boolean> {
  const store = await openSqlite(file).catch((error: unknown) => {
    expect(error).toBeInstanceOf(StoreCorrupt);
    return null;
  });
  if (store === null) return true;
  try {
    if ((await store.verify()).damages.length > 0) return true;
    expect((await store.sessions.list()).map(({ id }) => id).sort()).toEqual([...whole.keys()].sort());
    for (const [id, text] of whole) expect(await seen(store, id)).toBe(text);
    return false;
  } finally {
    await store.close();
  }
}

/** Reads a copy as it is read for who only wants to read: each session is as it was, or its title says that it is not. */
async function salvaged(): Promise<{ listed: readonly string[]; untouched: number }> {
  const store = await openSqlite(file, { check: 'none' });
  try {
    const sessions = await store.sessions.list();
    let untouched = 0;
    for (const { id, title } of sessions) {
      const now = await seen(store, id);
      if (now === whole.get(id)) untouched++;
      else if (!title.startsWith('Damaged: ')) expect(JSON.parse(now)[1]).toEqual(JSON.parse(whole.get(id) ?? '[]')[1]);
    }
    const { entries } = await store.verify();
    expect((await store.search.entries({ text: 'walrus', limit: 100 })).length).toBe(Math.min(100, entries));
    return { listed: sessions.map(({ id }) => id).sort(), untouched };
  } finally {
    await store.close();
  }
}

/** One page of each kind, each in one way. */
function somePages(way: string): number[] {
  const some =
    /^(?:sqlite_schema|sessions|entries|heads|sqlite_autoindex_entries_2) (?:root|internal|leaf|overflow)|^sqlite_sequence|^migrations/;
  const byKind = new Map([...kinds].filter(([, kind]) => some.test(kind)).map(([page, kind]) => [kind, page]));
  const free = Array.from({ length: bytes.length / PAGE }, (_, at) => at + 1).find((page) => !kinds.has(page));
  const first = Object.keys(WAYS).indexOf(way);
  return [...byKind.values(), free ?? 1].filter((_, at) => at % 3 === first);
}

it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  '[D4] a page that is %s is told or shows nowhere, and all other conversations can be read',
  { timeout: deep ? 3_600_000 : 120_000 },
  async (way) => {
    const outcomes = { told: 0, whole: 0 };
    for (const page of deep ? placesToTry(`pages that are ${way}`, bytes.length / PAGE) : somePages(way)) {
      const damaged = WAYS[way](page);
      const where = `page ${page} (${kinds.get(page) ?? 'free'})`;
      try {
        put(damaged);
        const told = await isTold();
        outcomes[told ? 'told' : 'whole']++;
        if (!told) continue;
        put(damaged);
        const { listed, untouched } = await salvaged();
        // Of a file that ends too early whatever lay behind is gone.
        if (way === 'an end') continue;
        expect(listed).toEqual([...whole.keys()].sort());
        if (!/^(?:heads|folds|checkpoints|segments) /.test(kinds.get(page) ?? ''))
          expect(untouched).toBeGreaterThanOrEqual(SESSIONS - 3);
      } catch (error) {
        throw new Error(where, { cause: error });
      }
    }
    expect(outcomes.told).toBeGreaterThan(0);
    if (deep) process.stdout.write(`${way}: ${outcomes.told} told, ${outcomes.whole} where nothing of it shows\n`);
  },
);

it('[D2] [D4] a damaged store of an earlier version is read too', async () => {
  writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, '../../fixtures/v5.db.gz'))));
  const database = new Database(file);
  const index = "select pageno from dbstat where name = 'sqlite_autoindex_entries_1' limit 1";
  const page = database.prepare(index).pluck().get() as number;
  database.pragma('journal_mode = delete');
  database.close();
  put(readFileSync(file).fill(0, (page - 1) * PAGE, page * PAGE));
  await expect(openSqlite(file)).rejects.toBeInstanceOf(StoreCorrupt);
  const store = await openSqlite(file, { check: 'none' });
  expect((await store.verify()).damages).toEqual([]);
  expect((await store.search.entries({ text: 'walruses' })).length).toBe(1);
  await store.close();
});
