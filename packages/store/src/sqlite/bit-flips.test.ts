import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fold, textMessage } from '@tenfold/core';
import { randomOf } from '@tenfold/core/testing';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SECONDS } from '../../../../tests/places-to-try.ts';
import type { Store } from '../store.ts';
import { openSqlite } from './open.ts';

/** Nothing is killed here: where the files lie while they are looked at may be memory. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tenfold-flips-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FLIPS = process.env.TENFOLD_DEEP === '1' ? 3_000 : 60;
const sound = join(folder, 'sound.db');
let whole = '';

/** A small store with some of everything a person made. */
beforeAll(async () => {
  const store = await openSqlite(sound);
  for (const id of ['one', 'two', 'three']) {
    await store.sessions.create({ id, title: `Session ${id}`, at: 1_000 });
    for (let n = 0; n < 12; n++)
      await store.entries.append({
        session: id,
        entries: [{ message: textMessage(n % 2 ? 'assistant' : 'user', `${id} ${n} ${'word '.repeat(30)}`) }],
        at: 2_000 + n,
      });
    const { head, version, length } = await store.heads.get(id);
    const first = (await store.entries.page(id, { limit: 20 }))[0]?.id ?? '';
    const target = { kind: 'span', from: first, to: head.position ?? '' } as const;
    const made = { id: `fold-${id}`, run: 'run', lossless: false, text: 'a summary', by: 'test', before: 2, after: 1 };
    const fold: Fold = { ...made, kind: 'summary', target };
    await store.heads.swap({ session: id, expect: version, head: { ...head, folds: [fold.id] }, folds: [fold], at: 3_000 });
    await store.checkpoints.create({ session: id, label: `at ${length}`, tags: ['manual'], at: 3_001 });
  }
  await store.sessions.update('three', { archived: true, at: 4_000 });
  await store.close();
  const again = await openSqlite(sound);
  whole = await portraitOf(again);
  await again.close();
});

/** Everything a person would miss, read as the app reads it. Words without a receipt (titles, labels, the text of summaries) are left out. */
async function portraitOf(store: Store): Promise<string> {
  const sessions = await store.sessions.list();
  const archived = await store.sessions.list({ archived: true });
  const contents = [];
  for (const { id } of [...sessions, ...archived])
    contents.push({
      entries: (await store.entries.page(id, { limit: 100 })).map(({ id, message }) => [id, message]),
      heads: (await store.heads.list(id)).map(({ branch, length, head }) => [branch, length, head]),
      folds: (await store.folds.list(id)).map(({ id, run, kind, target }) => [id, run, kind, target]),
      checkpoints: (await store.checkpoints.list(id)).map(({ id, head, length }) => [id, head, length]),
    });
  const seen = [...sessions, ...archived].map(({ id, archivedAt, length }) => [id, archivedAt !== null, length]);
  return JSON.stringify([seen, contents]);
}

type Outcome = 'refused' | 'told' | 'whole' | 'silent';

/** What becomes of a file with one bit changed: it is refused, told by the check, the same as before, or worse. */
async function outcomeOf(bytes: Buffer, bit: number, path: string): Promise<{ is: Outcome; shown?: string }> {
  const flipped = Buffer.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
  for (const end of ['', '-wal', '-shm', '-mark']) rmSync(path + end, { force: true });
  writeFileSync(path, flipped);
  let store: Store;
  try {
    store = await openSqlite(path);
  } catch {
    return { is: 'refused' };
  }
  try {
    // Whatever cannot be read says so by itself.
    const { damages } = await store.verify().catch(() => ({ damages: [1] }));
    if (damages.length > 0) return { is: 'told' };
    const shown = await portraitOf(store).catch(String);
    return shown === whole ? { is: 'whole' } : { is: 'silent', shown };
  } finally {
    await store.close().catch(() => undefined);
  }
}

it(`[D4] one changed bit is told, or nothing of it shows, in ${FLIPS} files`, { timeout: 20 * 60_000 }, async () => {
  const bytes = readFileSync(sound);
  const random = randomOf(Number(process.env.TENFOLD_SEED ?? 11));
  const tally = { refused: 0, told: 0, whole: 0, silent: 0 };
  const silent: string[] = [];
  const until = SECONDS === null ? Number.POSITIVE_INFINITY : performance.now() + SECONDS * 1_000;
  for (let n = 0; n < FLIPS && performance.now() < until; n++) {
    const bit = random.between(0, bytes.length * 8 - 1);
    const { is, shown = '' } = await outcomeOf(bytes, bit, join(folder, 'flipped.db'));
    tally[is]++;
    const at = [...shown].findIndex((sign, index) => sign !== whole[index]);
    if (is === 'silent') silent.push(`bit ${bit}: …${shown.slice(Math.max(0, at - 60), at + 40)}…`);
  }
  if (process.env.TENFOLD_DEEP === '1') process.stdout.write(`bit flips: ${JSON.stringify(tally)}\n`);
  expect(silent).toEqual([]);
});

it('[D4] a checkpoint that is no longer found by its id is told, wherever the file has that id', async () => {
  const store = await openSqlite(sound);
  const [checkpoint] = await store.checkpoints.list('one');
  await store.close();
  const bytes = readFileSync(sound);
  const outcomes: Outcome[] = [];
  for (let at = bytes.indexOf(checkpoint?.id ?? '?'); at !== -1; at = bytes.indexOf(checkpoint?.id ?? '?', at + 1))
    outcomes.push((await outcomeOf(bytes, (at + 20) * 8, join(folder, 'renamed.db'))).is);
  expect(outcomes.length).toBeGreaterThanOrEqual(2);
  expect(outcomes.filter((is) => is !== 'told')).toEqual([]);
});

it('[D4] a session that is no longer found by its id is told, whichever bit of that has changed', async () => {
  const database = new Database(sound, { readonly: true });
  const page = database.prepare("select pageno from dbstat where name = 'sqlite_autoindex_sessions_1'").pluck().get() as number;
  database.close();
  const bytes = readFileSync(sound);
  const at = bytes.indexOf('one', (page - 1) * 4096);
  expect(at).toBeLessThan(page * 4096);
  const outcomes: Outcome[] = [];
  for (let bit = at * 8; bit < (at + 3) * 8; bit++) outcomes.push((await outcomeOf(bytes, bit, join(folder, 'unfound.db'))).is);
  expect(outcomes).toEqual(outcomes.map(() => 'told'));
});

it('[D4] a changed letter in the name of a column is told', async () => {
  const database = new Database(sound, { readonly: true });
  const columns =
    "select distinct c.name from sqlite_schema t, pragma_table_info(t.name) c where t.name in ('sessions', 'folds', 'checkpoints')";
  const names = (database.prepare(columns).pluck().all() as string[]).filter(({ length }) => length > 4);
  database.close();
  const bytes = readFileSync(sound);
  const outcomes: Outcome[] = [];
  // Where the file has a name first, and where it has it last, a table is made by it.
  for (const at of names.flatMap((name) => [bytes.indexOf(name), bytes.lastIndexOf(name)]))
    outcomes.push((await outcomeOf(bytes, (at + 1) * 8, join(folder, 'renamed-column.db'))).is);
  expect(outcomes.filter((is) => is === 'silent')).toEqual([]);
  expect(outcomes.filter((is) => is === 'refused').length).toBeGreaterThan(names.length);
});
