import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Conflict, StoreBusy, StoreCorrupt, StoreFault, StoreFull, StoreUnsupported } from '../error.ts';
import { Connection, OLDEST_SQLITE, refuseOldSqlite } from './connection.ts';
import { asStoreError } from './fault.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-connection-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a connection', () => {
  it.each([false, true])('[D1] flushes fully and says so (reading only: %s)', (readOnly) => {
    const connection = new Connection(join(folder, 'full.db'), { busyMs: 321, readOnly });
    const found = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map((name) => connection.pragma(name));
    expect(found).toEqual(['wal', 2, 1, 321]);
    connection.close();
  });

  it('[D1] refuses a place without a log', () => {
    expect(() => new Connection('', { busyMs: 1, readOnly: false })).toThrow();
  });

  it('[D1] refuses an SQLite that can corrupt its log', () => {
    for (const version of ['3.51.2', '3.50.9', '2.99.99', '3.9.0', '0'])
      expect(() => refuseOldSqlite(version), version).toThrow(StoreUnsupported);
    for (const version of [OLDEST_SQLITE, '3.51.10', '3.52.0', '4.0.0'])
      expect(() => refuseOldSqlite(version), version).not.toThrow();
  });

  it('lets nobody else read a new file', async () => {
    const path = join(folder, 'deep', 'new.db');
    await (await openSqlite(path)).close();
    expect([statSync(path).mode & 0o77, statSync(join(path, '..')).mode & 0o77]).toEqual([0, 0]);
  });

  it('[D3] writes nothing through a reading connection', () => {
    const path = join(folder, 'full.db');
    const connection = new Connection(path, { busyMs: 1, readOnly: true });
    expect(() => connection.prepare('create table t (a)').run([])).toThrow(StoreFull);
    connection.close();
  });

  it('[D3] tells a full disk, a fault, damage and a busy file apart', () => {
    const sqlite = (code: string) => asStoreError(Object.assign(new Error('x'), { code }), 'f');
    expect(sqlite('SQLITE_FULL')).toBeInstanceOf(StoreFull);
    expect(sqlite('SQLITE_READONLY_DBMOVED')).toBeInstanceOf(StoreFull);
    // Of a file beside the store, such as the one that shows who has it open.
    expect(sqlite('EROFS')).toBeInstanceOf(StoreFull);
    expect(sqlite('SQLITE_IOERR_FSYNC')).toBeInstanceOf(StoreFault);
    expect(sqlite('SQLITE_CANTOPEN')).toBeInstanceOf(StoreFault);
    expect(sqlite('SQLITE_CORRUPT_VTAB')).toBeInstanceOf(StoreCorrupt);
    expect(sqlite('SQLITE_NOTADB')).toBeInstanceOf(StoreCorrupt);
    expect(sqlite('SQLITE_BUSY_SNAPSHOT')).toBeInstanceOf(StoreBusy);
    expect(sqlite('SQLITE_CONSTRAINT_UNIQUE')).toBeInstanceOf(Conflict);
    expect(sqlite('SQLITE_MISUSE')).not.toHaveProperty('facts');
    expect([asStoreError('word', 'f'), asStoreError(7, 'f')]).toEqual(['word', 7]);
    const known = new Conflict('x', {});
    expect(asStoreError(known, 'f')).toBe(known);
  });

  it('[D3] waits for another writer and then gives up with a busy store', async () => {
    const path = join(folder, 'busy.db');
    const store = await openSqlite(path, { busyMs: 20 });
    const other = new Connection(path, { busyMs: 1, readOnly: false });
    other.prepare('begin immediate').run([]);
    await expect(store.sessions.create({ at: 0 })).rejects.toBeInstanceOf(StoreBusy);
    other.prepare('rollback').run([]);
    await store.sessions.create({ at: 0 });
    other.close();
    await store.close();
  });
});
