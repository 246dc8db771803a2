import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { randomOf } from '@tenfold/core/testing';
import { sql } from 'kysely';
import { RENAMED } from '../../migrations/0007-plain-names.ts';
import { Connection } from '../../sqlite/connection.ts';
import { createKysely, openSqlite } from '../../sqlite/open.ts';
import type { Store } from '../../store.ts';
import { storedIds } from '../stored-ids.ts';
import { killWriter } from './killing.ts';

/** What a writer is doing when it is killed. */
export type Phase = 'append' | 'long' | 'swap' | 'checkpoint' | 'stream' | 'migrate';

/** Everything acknowledged, killed and found again, added up. */
export interface Toll {
  kills: number;
  acknowledged: number;
  detected: number;
  /** Kills before the file was open: during a migration, where there was one. */
  early: number;
}

/** Rounds on one file before a fresh one is taken, so that files stay small. */
const PER_FILE = 40;

/** Milliseconds a phase is given at most before it is killed, where it needs longer to begin. */
const LONGEST_MS: { readonly [phase in Phase]?: number } = { migrate: 60, long: 600 };

/** Kills a writer `kills` times or more in a phase, or as often as there is time for, and looks for every acknowledged thing after each. Throws on the first that is lost. */
export async function killRounds(
  script: string,
  folder: string,
  phase: Phase,
  kills: number,
  seed: number,
  seconds = Number.POSITIVE_INFINITY,
): Promise<Toll> {
  const random = randomOf(seed);
  const until = performance.now() + seconds * 1_000;
  const toll: Toll = { kills: 0, acknowledged: 0, detected: 0, early: 0 };
  const old = phase === 'migrate' ? await firstVersion(join(folder, `old-${phase}-${seed}.db`)) : null;
  let all: string[] = [];
  // Kills that come before anything was acknowledged, or all after a migration, as on a slow machine, prove nothing: more are tried then.
  const isEnough = () => toll.kills >= kills && (old === null ? toll.acknowledged > kills : toll.early > 0);
  for (let round = 0; !isEnough() && performance.now() < until; round++) {
    const path = join(folder, `${phase}-${seed}-${Math.floor(round / PER_FILE)}.db`);
    if (round % PER_FILE === 0) all = [];
    if (old !== null) for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    if (old !== null) cpSync(old, path);
    const afterMs = random.between(0, LONGEST_MS[phase] ?? 25);
    const { lines, killed } = await killWriter(
      script,
      [path, phase, String(round)],
      phase === 'migrate' ? 'start' : 'lease',
      afterMs,
    );
    if (killed) toll.kills++;
    if (killed && !lines.includes('open')) toll.early++;
    const store = await openSqlite(path);
    all.push(...lines);
    if (old !== null) await checkMigrated(store);
    else toll.detected += await checkAcknowledged(store, lines);
    if (old === null && round % PER_FILE === PER_FILE - 1) await checkAcknowledged(store, all);
    if (round % 10 === 9) assert.deepEqual((await store.verify()).damages, []);
    await store.close();
    toll.acknowledged += Math.max(0, lines.length - 2);
  }
  return toll;
}

/** Every line is something that was promised. Answers 1 when the abnormal end shows. */
export async function checkAcknowledged(store: Store, lines: readonly string[]): Promise<number> {
  const said = lines.map((line) => line.split(' '));
  for (const session of ['one', 'two']) {
    const of = (word: string) => said.filter((words) => words[0] === word && words[1] === session);
    if (of('entry').length + of('head').length + of('checkpoint').length + of('begun').length === 0) continue;
    const ids = of('entry').map((words) => words[2] ?? '');
    const stored = await storedIds(store, session);
    assert.deepEqual(
      ids.filter((id) => !stored.has(id)),
      [],
      'an acknowledged entry is lost',
    );
    const folds = of('head').map((words) => words[3] ?? '');
    assert.equal((await store.folds.list(session, { ids: folds })).length, folds.length, 'an acknowledged fold is lost');
    const { version } = await store.heads.get(session);
    for (const [, , swapped] of of('head')) assert.ok(version >= Number(swapped), 'an acknowledged head is lost');
    for (const [, , id, length] of of('checkpoint'))
      assert.equal((await store.checkpoints.get(session, id ?? '')).length, Number(length));
    for (const [, , branch, length] of of('branch'))
      assert.equal((await store.heads.get(session, branch)).length, Number(length));
    await checkStreams(store, session, stored, of('begun'), of('streamed'));
  }
  if (!said.some(([word]) => word === 'lease')) return 0;
  const lease = await store.leases.get('writer');
  assert.equal(lease?.released, false, 'an abnormal end does not show');
  return 1;
}

/** W3: begun and not streamed is still pending or became an entry, never neither and never both. */
async function checkStreams(
  store: Store,
  session: string,
  stored: ReadonlySet<string>,
  begun: readonly string[][],
  streamed: readonly string[][],
): Promise<void> {
  const ids = streamed.map((words) => words[3] ?? '');
  assert.deepEqual(
    ids.filter((id) => !stored.has(id)),
    [],
    'an acknowledged answer is lost',
  );
  const pending = new Set((await store.pending.list({ session })).map(({ id }) => id));
  const done = new Set(streamed.map((words) => words[2]));
  for (const [, , id = ''] of begun) {
    const name = id.slice(session.length + 1);
    const became = (await store.search.entries({ text: `"${name}"`, session })).length > 0;
    assert.equal(pending.has(id), !became, `the answer ${id} is ${became ? 'twice there' : 'lost'}`);
    if (done.has(id)) assert.ok(became);
  }
}

const OLD_ENTRIES = 400;

/** A file of the first version with entries to index. */
async function firstVersion(path: string): Promise<string> {
  const store = await openSqlite(path);
  const { id: session } = await store.sessions.create({ id: 'old', at: 0 });
  const entries = Array.from({ length: OLD_ENTRIES }, (_, n) => ({
    message: textMessage('user', `aardvark ${n} ${'lorem ipsum '.repeat(80)}`),
  }));
  await store.entries.append({ session, entries, at: 0 });
  await store.close();
  const connection = new Connection(path, { busyMs: 1000, readOnly: false });
  const db = createKysely(connection);
  const undo = [
    // Files had no sum of their tables then.
    'pragma user_version = 0',
    'alter table jobs drop column stopping',
    'alter table jobs drop column ended_at',
    'drop table spent_tokens',
    'drop index entries_first',
    'alter table sessions drop column pinned_at',
    'alter table heads drop column label',
    'drop table tokens',
    'drop table people',
    'alter table pending_answers drop column place',
    'alter table pending_answers drop column stopping',
    'drop table entry_words',
    'drop table events',
    `create table events (sequence integer primary key autoincrement, owner text not null, session text references sessions (id)
      on delete cascade, type text not null, actor text, data text not null, at bigint not null)`,
    'create index events_by_session_sequence on events (session, sequence)',
    'alter table sessions drop column last_event',
    ...RENAMED.map(([table, from, to]) => `alter table ${table} rename column ${to} to ${from}`),
    'alter table segments rename to lines',
    'drop table memory_words',
    'create index sessions_by_owner_touched on sessions (owner, touched)',
    'drop index sessions_listed',
    'alter table sessions drop column preview',
    'alter table sessions drop column searched',
    'alter table sessions drop column branch',
    'alter table heads drop column used_tokens',
    'alter table heads drop column counted_by',
    'alter table model_configs drop column answer_tokens',
    'alter table model_configs drop column detected',
    'alter table model_configs drop column bills',
    'alter table model_configs add column factor real',
    'alter table model_configs add column samples integer not null default 0',
    'delete from migrations where version > 1',
  ];
  for (const text of undo) await sql.raw(text).execute(db);
  connection.pragma('wal_checkpoint(truncate)');
  connection.close();
  return path;
}

async function checkMigrated(store: Store): Promise<void> {
  assert.equal((await store.search.entries({ text: 'aardvark', limit: 200 })).length, 200);
  assert.equal((await store.search.entries({ text: `"aardvark ${OLD_ENTRIES - 1}"` })).length, 1);
  assert.equal((await store.heads.get('old')).length, OLD_ENTRIES);
}
