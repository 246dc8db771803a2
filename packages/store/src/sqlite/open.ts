import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/sqlite';
import { Invalid, StoreCorrupt } from '../error.ts';
import { GroupCommit } from '../group-commit.ts';
import type { Db, Schema } from '../schema.ts';
import type { Store } from '../store.ts';
import { storeOn } from '../store-on.ts';
import { Connection, refuseOldSqlite } from './connection.ts';
import { migrate } from './migrate.ts';
import { fts5 } from './words.ts';

/** How a file is opened. */
export interface SqliteOptions {
  /** Whose rows the store shows; default `local`. */
  readonly owner?: string;
  /** How long to wait for another process that writes; default 5,000 ms. */
  readonly busyMs?: number;
  /** How thoroughly the file is looked at first; default `quick`. */
  readonly check?: 'quick' | 'full';
}

/**
 * Opens a store in one SQLite file, made if it is not there, and brings it to the newest version.
 * Several processes may open the same file. The folder and file are for its owner's eyes only.
 */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { owner = 'local', busyMs = 5_000, check = 'quick' } = options;
  makePrivate(path);
  const writing = new Connection(path, { busyMs, readOnly: false });
  let reading: Connection | undefined;
  try {
    const db = kyselyOn(writing);
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    refuseOldSqlite(rows[0]?.version ?? '0');
    inspect(writing, check);
    await migrate(db);
    reading = new Connection(path, { busyMs, readOnly: true });
    return sqliteStore(writing, reading, db, owner);
  } catch (error) {
    reading?.close();
    writing.close();
    throw error;
  }
}

function sqliteStore(writing: Connection, reading: Connection, db: Db, owner: string): Store {
  const commits = new GroupCommit<Db>({
    db,
    begin: () => run(db, 'begin immediate'),
    commit: () => run(db, 'commit'),
    rollback: () => run(db, 'rollback'),
    mark: () => run(db, 'savepoint job'),
    release: () => run(db, 'release job'),
    fallBack: async () => {
      await run(db, 'rollback to job');
      await run(db, 'release job');
    },
    alive: () => writing.inTransaction,
  });
  return storeOn({
    owner,
    read: kyselyOn(reading),
    write: (job) => commits.run(job),
    words: fts5,
    rowsAsJson: jsonArrayFrom,
    async backup(path) {
      if (existsSync(path)) throw new Invalid(`${path} is already there. Nothing was written.`, { path }, 'Choose a new name.');
      rmSync(`${path}.partial`, { force: true });
      await reading.backup(`${path}.partial`);
      chmodSync(`${path}.partial`, 0o600);
      renameSync(`${path}.partial`, path);
      flushFolder(dirname(path));
      return { bytes: statSync(path).size };
    },
    async size() {
      return ['', '-wal', '-shm'].reduce(
        (sum, end) => sum + (statSync(writing.file + end, { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    },
    async close() {
      await commits.idle();
      reading.close();
      writing.close();
    },
  });
}

/** The query layer over a connection. */
export function kyselyOn(connection: Connection): Db {
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
}

async function run(db: Db, text: string): Promise<void> {
  await sql.raw(text).execute(db);
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

/** A new name is only safe once its folder is. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
