import { closeSync, existsSync, mkdirSync, openSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/sqlite';
import { StoreCorrupt } from '../error.ts';
import { fixedQuery, runDirectly } from '../fixed-query.ts';
import { GroupCommit, type Transactions, writingAt } from '../group-commit.ts';
import type { Db, Schema } from '../schema.ts';
import { type Backend, createStore, type Store } from '../store.ts';
import { tracing } from '../traced.ts';
import { backUp } from './back-up.ts';
import { Connection, refuseOldSqlite } from './connection.ts';
import { asStoreError } from './fault.ts';
import { Fts5 } from './fts5.ts';
import { HighWater } from './high-water.ts';
import { migrate, refuseChangedTables } from './migrate.ts';
import { LockPresence } from './presence.ts';
import { createRowQueue } from './queue.ts';
import { mendSalvaged, salvageRows } from './salvage.ts';
import { WritingThread } from './writing-thread.ts';

/** How a file is opened. */
export interface SqliteOptions {
  /** Whose rows the store shows; default `local`. */
  readonly owner?: string;
  /** How long to wait for another process that writes; default 5,000 ms. */
  readonly busyMs?: number;
  /** How thoroughly the file is looked at first; default `quick`. With `none`, for a copy of a damaged one, it is made anew of what can be read of it. */
  readonly check?: 'quick' | 'full' | 'none';
  /** It has to be a store already, as a backup is: no other file is made one. */
  readonly isThere?: true;
}

/**
 * Opens a store in one SQLite file, made if it is not there, and brings it to the newest version.
 * Several processes may open the same file. The folder and file are for its owner's eyes only.
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  return createStore(await openSqliteBackend(path, options));
}

/** What `openSqlite` makes a store of. */
export async function openSqliteBackend(path: string, options: SqliteOptions = {}): Promise<Backend> {
  const { owner = 'local', busyMs = 5_000, check = 'quick' } = options;
  makePrivate(path);
  if (check === 'none') await salvageRows(path, async (fresh) => (await openSqliteBackend(fresh)).close());
  const writing = new Connection(path, { busyMs, readOnly: false });
  const highWater = new HighWater(`${path}-mark`);
  let reading: Connection | undefined;
  try {
    const db = createKysely(writing);
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    refuseOldSqlite(rows[0]?.version ?? '0');
    if (check !== 'none') {
      inspect(writing, check);
      await refuseChangedTables(db, path);
    }
    if (options.isThere) await refuseNoStore(db, path);
    // The first commit that somebody relies on flushes the steps before it too.
    writing.flushed = false;
    await writingAt.run([resolve(path)], () => migrate(db));
    writing.flushed = true;
    if (check === 'none') await mendSalvaged(writing, db, new Fts5());
    reading = new Connection(path, { busyMs, readOnly: true });
    await checkLog(db, highWater);
    return sqliteBackend({ writing, reading, highWater, busyMs }, db, owner);
  } catch (error) {
    highWater.close();
    reading?.close();
    writing.close();
    throw error;
  }
}

async function refuseNoStore(db: Db, path: string): Promise<void> {
  const { rows } =
    await sql`select name from sqlite_schema where type = 'table' and name in ('migrations', 'sessions', 'entries')`.execute(db);
  if (rows.length < 3) throw new StoreCorrupt('The file is no store.', { path });
}

interface Opened {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly highWater: HighWater;
  readonly busyMs: number;
}

/** Entries that were ever stored, where there are any: numbers are never given out twice. */
const everStored = fixedQuery((db) => ({
  compile: () => sql<{ seq: number }>`select seq from sqlite_sequence where name = 'entries'`.compile(db),
}));

/** When anything was last said or changed; 0 where that cannot be told. */
async function lastChange(db: Db): Promise<number> {
  const newest = await db
    .selectFrom('sessions')
    .select((on) => on.fn.max('updated_at').as('at'))
    .executeTakeFirst();
  return Number.isSafeInteger(newest?.at) ? Math.max(0, Number(newest?.at)) : 0;
}

/** Compares the file with what it had come to. The note is read first: who writes meanwhile only makes the file larger. */
async function checkLog(db: Db, highWater: HighWater): Promise<void> {
  const noted = highWater.entries;
  const stored = (await everStored(db, {}))[0]?.seq ?? 0;
  if (noted > stored) highWater.noteMissing(noted - stored, await lastChange(db));
  highWater.note(stored);
}

/** A connection that transactions are run on. */
interface Writer extends Pick<Transactions<Db>, 'db' | 'alive'> {
  /** Runs a statement; `flushed`: whether commits wait for the disk from now on. */
  run(text: string, flushed?: boolean): Promise<unknown>;
}

function transactionsOn({ db, run, alive }: Writer, fts: Fts5, highWater: HighWater): Transactions<Db> {
  let isFlushed = true;
  return {
    db,
    begin: async (flushed) => {
      fts.forget();
      isFlushed = flushed;
      await run('begin immediate', flushed);
    },
    commit: async () => {
      await fts.write();
      const stored = isFlushed ? await everStored(db, {}) : null;
      await run('commit');
      // What is not flushed may go with the machine, and accuses nobody.
      if (stored !== null) highWater.note(stored[0]?.seq ?? 0);
    },
    rollback: async () => {
      fts.forget();
      await run('rollback');
    },
    mark: async () => void (await run('savepoint job')),
    release: async () => {
      await fts.write();
      await run('release job');
    },
    fallBack: async () => {
      fts.forget();
      await run('rollback to job');
      await run('release job');
    },
    alive,
  };
}

function sqliteBackend({ writing, reading, highWater, busyMs }: Opened, db: Db, owner: string): Backend {
  const thread = WritingThread.isThere ? new WritingThread(writing.file, busyMs) : null;
  const fts = new Fts5(thread?.db);
  const presence = new LockPresence(resolve(writing.file));
  const here = transactionsOn(
    {
      db,
      run: async (text, flushed) => {
        if (flushed !== undefined) writing.flushed = flushed;
        writing.prepare(text).run([]);
      },
      alive: () => writing.inTransaction,
    },
    fts,
    highWater,
  );
  const there =
    thread &&
    transactionsOn(
      { db: thread.db, run: (text, flushed) => thread.run(text, [], flushed), alive: () => thread.inTransaction },
      fts,
      highWater,
    );
  const commits = new GroupCommit<Db>(here, resolve(writing.file), there ?? here);
  const within: Backend['within'] = (inside) => ({ read: inside, write: (_, job) => job(inside), appendOne: null });
  // Outside of a transaction the one that writes has read already what it wrote; the other reads all anew after every commit.
  const read = createKysely({ prepare: (text) => (writing.inTransaction ? reading : writing).prepare(text), close() {} });
  const write: Backend['write'] = (_, job, options) =>
    tracing.tracePromise(() => commits.run(job, options), { name: 'transaction', attributes: {} });
  const backend: Backend = {
    system: { read, write },
    people: { read, write },
    for: (other) => ({ ...backend, owner: other }),
    shared: false,
    // A file tells nobody.
    notices: { send() {}, listen: async () => ({ live: () => false, async stop() {} }) },
    queue: createRowQueue({ read, write }),
    // SQLite takes an explicit number for the last one given out.
    async renumber() {},
    within,
    owner,
    read,
    write,
    // The statements of an append are run at once, without any way there and back.
    appendOne: null,
    fts,
    rowsAsJson: jsonArrayFrom,
    clock: null,
    presence,
    nextTouch: (of) => sql<number>`(select coalesce(max(touched), 0) + 1 from sessions where owner = ${of})`,
    loss: () => highWater.loss,
    async knowLoss(at) {
      try {
        highWater.noteKnown(at);
      } catch (error) {
        throw asStoreError(error, writing.file);
      }
    },
    space: () => spaceOf(writing),
    backup: (path, options) => backUp(reading, path, options),
    async size() {
      return ['', '-wal', '-shm'].reduce(
        (sum, end) => sum + (statSync(writing.file + end, { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    },
    async close() {
      await commits.idle();
      await thread?.close();
      presence.close();
      reading.close();
      writing.close();
      highWater.close();
    },
  };
  return backend;
}

/** Pages that are free in the file are room too, and so is the log, which is written from its beginning again and again. */
function spaceOf(connection: Connection): { used: number; room: number } {
  const ask = (name: string) => Number(connection.pragma(name));
  const [size, pages, unused] = [ask('page_size'), ask('page_count'), ask('freelist_count')];
  const bytesOf = (end: string) => statSync(connection.file + end, { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = statfsSync(dirname(connection.file));
  // What the file has yet to take in from the log.
  const promised = Math.max(0, pages * size - bytesOf(''));
  const used = (pages - unused) * size;
  return { used, room: bavail * bsize - promised + Math.min(unused * size, bytesOf('-wal')) };
}

/** The query layer over a connection. */
export function createKysely(connection: SqliteDatabase): Db {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  runDirectly(db, (text, parameters) => {
    const statement = connection.prepare(text);
    if (statement.reader) return statement.all(parameters);
    return [{ number: Number(statement.run(parameters).lastInsertRowid) }];
  });
  return db;
}

function inspect(connection: Connection, check: 'quick' | 'full'): void {
  const found = String(connection.pragma(check === 'full' ? 'integrity_check' : 'quick_check'));
  if (found !== 'ok')
    throw new StoreCorrupt(`The store ${connection.file} is damaged: ${found}.`, { file: connection.file, found });
}

function makePrivate(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    // Never one that is there: closing it would drop the locks of a connection this process already has on it.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
