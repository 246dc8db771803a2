import Database from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { StoreFault, StoreUnsupported } from '../error.ts';
import { storable } from '../storable.ts';
import { asStoreError } from './fault.ts';

/** Below this, a WAL that is reset while another process reads can corrupt the file. */
export const OLDEST_SQLITE = '3.51.3';

/** Refuses an SQLite that can lose data. */
export function refuseOldSqlite(version: string): void {
  const [have, need] = [version, OLDEST_SQLITE].map((v) => v.split('.').map(Number));
  const at = [0, 1, 2].find((i) => have?.[i] !== need?.[i]);
  if (at === undefined || (have?.[at] ?? 0) > (need?.[at] ?? 0)) return;
  throw new StoreUnsupported(
    `SQLite ${version} can corrupt its log. The store was not opened.`,
    { version, oldest: OLDEST_SQLITE },
    `Install a better-sqlite3 that carries SQLite ${OLDEST_SQLITE} or newer.`,
  );
}

/** Prepared statements kept for reuse; the queries of the store are few, lists of varying length are many. */
const KEPT_STATEMENTS = 400;

/**
 * One connection as Kysely sees it. It flushes fully, remembers prepared statements, speaks the store's errors,
 * and after an I/O error is closed and opened anew before its next statement: what SQLite cached may be wrong by then.
 */
export class Connection implements SqliteDatabase {
  readonly file: string;
  readonly #busyMs: number;
  readonly #readOnly: boolean;
  #database: Database.Database;
  #statements = new Map<string, SqliteStatement>();
  #broken = false;
  #flushed = true;

  constructor(file: string, options: { busyMs: number; readOnly: boolean }) {
    this.file = file;
    this.#busyMs = options.busyMs;
    this.#readOnly = options.readOnly;
    this.#database = this.#open();
  }

  /** True between `begin` and its end; an error may have ended it. What a broken connection began is lost. */
  get inTransaction(): boolean {
    return !this.#broken && this.#database.open && this.#database.inTransaction;
  }

  /** Whether the next commit waits for the disk; a file is whole either way. Not to be changed inside a transaction. */
  get flushed(): boolean {
    return this.#flushed;
  }

  set flushed(wish: boolean) {
    if (this.#broken) this.#reopen();
    if (this.#flushed !== wish) this.pragma(`synchronous = ${wish ? 'full' : 'normal'}`);
    this.#flushed = wish;
  }

  prepare(sql: string): SqliteStatement {
    if (this.#broken) this.#reopen();
    const kept = this.#statements.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.#speaking(this.#guard(() => this.#database.prepare(sql)));
    if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  /** A pragma's single value, after setting it where `=` is in it. */
  pragma(text: string): unknown {
    return this.#guard(() => this.#database.pragma(text, { simple: true }));
  }

  /** A consistent copy, made in slices while others write. */
  async backup(to: string): Promise<void> {
    try {
      await this.#database.backup(to);
    } catch (error) {
      throw asStoreError(error, to);
    }
  }

  close(): void {
    this.#database.close();
  }

  #open(): Database.Database {
    let database = this.#connect();
    try {
      // Only a new connection says what the file's header says: after a failed switch the old one may say `wal` of a file that
      // is not. The header is never read beside SQLite: closing a file drops every lock this process has on it, and any other
      // program that then opens the store takes itself for the last and deletes the log under us.
      if (this.#guard(() => database.pragma('journal_mode', { simple: true })) !== 'wal') {
        this.#guard(() => database.pragma('journal_mode = wal'));
        database.close();
        database = this.#connect();
      }
      this.#guard(() => settle(database, this.file, this.#busyMs, this.#readOnly));
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #connect(): Database.Database {
    return this.#guard(() => new Database(this.file, { timeout: this.#busyMs }));
  }

  #reopen(): void {
    if (this.#database.open) this.#database.close();
    this.#statements.clear();
    this.#database = this.#open();
    this.#flushed = true;
    this.#broken = false;
  }

  #speaking(statement: Database.Statement<unknown[]>): SqliteStatement {
    const { reader, all, run } = statement;
    const guarded =
      <T>(work: (...parameters: unknown[]) => T) =>
      (parameters: readonly unknown[]): T => {
        try {
          return work.apply(statement, storable(parameters));
        } catch (error) {
          throw this.#fault(error);
        }
      };
    return {
      reader,
      all: guarded(all),
      run: guarded(run),
      iterate: (parameters) => statement.iterate(...storable(parameters)),
    };
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.#fault(error);
    }
  }

  #fault(error: unknown): unknown {
    const told = asStoreError(error, this.file);
    if (told instanceof StoreFault) this.#broken = true;
    return told;
  }
}

/** Sets what durability rests on and reads it back: better-sqlite3 opens a WAL with less than a full flush. */
function settle(database: Database.Database, file: string, busyMs: number, readOnly: boolean): void {
  const ask = (text: string) => database.pragma(text, { simple: true });
  ask('synchronous = full');
  ask('foreign_keys = on');
  ask('journal_size_limit = 67108864');
  // Everybody waits for the commit that brings 4 MB of log into the file; with 16 MB it was a quarter of a second, and no more was written.
  ask('wal_autocheckpoint = 1000');
  // The system has the file in memory too. Who only reads forgets all of it whenever somebody writes.
  ask(`cache_size = -${readOnly ? 2048 : 8192}`);
  if (readOnly) ask('query_only = on');
  const found = {
    journal: ask('journal_mode'),
    synchronous: ask('synchronous'),
    foreignKeys: ask('foreign_keys'),
  };
  if (found.journal === 'wal' && found.synchronous === 2 && found.foreignKeys === 1 && ask('busy_timeout') === busyMs) return;
  throw new StoreUnsupported(
    `The store ${file} cannot be opened safely: a write-ahead log with full flushes is not available there.`,
    { file, journal: String(found.journal), synchronous: Number(found.synchronous), foreignKeys: Number(found.foreignKeys) },
    'Keep the store on a local disk, not in memory or on a network share.',
  );
}
