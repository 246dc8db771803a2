import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Invalid, StoreCorrupt, StoreFault } from '../error.ts';
import { Connection } from './connection.ts';
import { createKysely, openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-damage-'));
const sound = join(folder, 'sound.db');
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  const store = await openSqlite(sound);
  const { id: session } = await store.sessions.create({ id: 's', at: 0 });
  for (let n = 0; n < 60; n++)
    await store.entries.append({
      session,
      entries: [{ message: { ...textMessage('user', `entry ${n} ${'word '.repeat(90)}`), extra: { mark: n } } }],
      at: n,
    });
  await store.close();
});

function copy(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, readFileSync(sound));
  return path;
}

async function tampered(name: string, change: string): Promise<string> {
  const path = copy(name);
  const connection = new Connection(path, { busyMs: 100, readOnly: false });
  await sql.raw('pragma foreign_keys = off').execute(createKysely(connection));
  await sql.raw(change).execute(createKysely(connection));
  connection.close();
  return path;
}

async function tamper(name: string, change: string) {
  const store = await openSqlite(await tampered(name, change));
  const { damages } = await store.verify('s');
  await store.close();
  return damages;
}

describe('damage', () => {
  it.each([
    ['a changed word', "update entries set message = replace(message, 'entry 7 ', 'entry 8 ') where sequence = 8", 8],
    ['a change only in extra', `update entries set message = replace(message, '"mark":9', '"mark":8') where sequence = 10`, 10],
    ['a changed receipt', "update entries set digest = 'x' where sequence = 3", 3],
    ['a missing entry', 'delete from entries where sequence = 20', 20],
    ['a moved entry', 'update entries set position = 1000 where sequence = 60', 60],
    ['a changed role', "update entries set role = 'usep' where sequence = 5", 5],
    ['an entry on another segment', 'update entries set segment = 4 where sequence = 60', 60],
    ['a segment that begins elsewhere', 'update segments set first_position = 16', 1],
    ['a cut parent', 'update entries set parent = null where sequence = 30', 30],
  ])('[D4] verify finds %s', async (name, change, sequence) => {
    const damages = await tamper(`${name}.db`, change);
    expect(damages.map((damage) => damage.sequence)).toContain(sequence);
    for (const { what } of damages) expect(what).not.toBe('');
  });

  it('[D4] verify finds a head that ends elsewhere and an entry too few', async () => {
    expect(await tamper('head.db', 'update heads set length = 7')).toHaveLength(1);
    expect(await tamper('segment.db', 'update heads set segment = 4')).toHaveLength(1);
    for (const column of ['folds', 'protected', 'settings', 'plan'])
      expect(await tamper(`${column}.db`, `update heads set ${column} = '[}'`), column).toHaveLength(1);
    expect(await tamper('few.db', 'delete from entries where sequence = 60')).toHaveLength(2);
  });

  it('[D4] verify finds a session that a changed owner, branch or date hides', async () => {
    for (const [name, change] of [
      ['owner', "update sessions set owner = 'locam'"],
      ['branch', "update sessions set branch = 'ain'"],
      ['archived', 'update sessions set archived_at = -1'],
    ] as const) {
      const path = await tampered(`${name}.db`, change);
      const store = await openSqlite(path);
      expect(
        (await store.verify()).damages.map(({ session }) => session),
        name,
      ).toEqual(['s']);
      if (name === 'owner') expect((await store.damageOutsideSessions()).map(({ session }) => session)).toEqual(['s']);
      await store.close();
    }
  });

  it('[D4] a damaged file is refused at the start', async () => {
    const overwritten = copy('overwritten.db');
    const file = openSync(overwritten, 'r+');
    for (let page = 1; page < 40; page += 2) writeSync(file, Buffer.alloc(512, 0x5a), 0, 512, page * 4096);
    closeSync(file);
    await expect(openSqlite(overwritten)).rejects.toBeInstanceOf(StoreCorrupt);
    const cut = copy('cut.db');
    truncateSync(cut, 4096 * 10);
    await expect(openSqlite(cut, { check: 'full' })).rejects.toBeInstanceOf(StoreCorrupt);
    const other = join(folder, 'other.db');
    writeFileSync(other, 'This is a letter, not a database. '.repeat(300));
    const error = await openSqlite(other).catch((reason) => reason);
    expect(error).toBeInstanceOf(StoreCorrupt);
    expect(error.advice).toMatch(/backup/);
  });

  it('a folder in place of the file is told as it is', async () => {
    await expect(openSqlite(folder)).rejects.toBeInstanceOf(StoreFault);
  });

  it('[D5] a backup is for its owner only from the first byte, and leaves nothing half done behind', async () => {
    const store = await openSqlite(copy('watched.db'));
    const to = join(folder, 'watched-backup.db');
    const gone = `${to}.${2 ** 22 - 1}.partial`;
    writeFileSync(gone, 'left by a kill');
    const modes = new Set<number>();
    const temporary = () => readdirSync(folder).filter((name) => name.startsWith('watched-backup.db.'));
    const watch = setInterval(() => {
      for (const name of temporary()) modes.add(statSync(join(folder, name)).mode & 0o077);
    }, 0);
    await store.backup(to);
    clearInterval(watch);
    expect([...modes].filter((mode) => mode !== 0)).toEqual([]);
    expect([statSync(to).mode & 0o077, temporary()]).toEqual([0, []]);
    await expect(store.backup(join(folder, 'no-such-folder', 'x.db'))).rejects.toThrow();
    await store.close();
  });

  it('[D5] nothing of a deleted session is in a later backup', async () => {
    const store = await openSqlite(copy('deleted.db'));
    const { id } = await store.sessions.create({ title: 'zanzibar', at: 0 });
    for (let n = 0; n < 30; n++)
      await store.entries.append({
        session: id,
        entries: [{ message: textMessage('user', `zanzibar ${n} ${'word '.repeat(200)}`) }],
        at: n,
      });
    await store.answers.put({ hash: 'asked', text: 'They went to zanzibar.', by: 'model', at: 1 });
    await store.sessions.remove(id);
    const to = join(folder, 'without.db');
    await store.backup(to);
    expect(readFileSync(to).includes('zanzibar')).toBe(false);
    await store.close();
    const kept = await openSqlite(to, { check: 'full' });
    expect((await kept.verify()).damages).toEqual([]);
    expect((await kept.search.entries({ text: 'entry', limit: 5 })).length).toBe(5);
    await kept.close();
  });

  it('[D5] a backup is whole while others write, and nothing is overwritten', async () => {
    const path = copy('busy.db');
    const store = await openSqlite(path);
    const to = join(folder, 'backup.db');
    const writes = Array.from({ length: 40 }, (_, n) =>
      store.entries.append({ session: 's', entries: [{ message: textMessage('user', `late ${n}`) }], at: n }),
    );
    const [{ bytes }] = await Promise.all([store.backup(to), ...writes]);
    expect(bytes).toBeGreaterThan(10_000);
    expect(await store.size()).toBeGreaterThan(10_000);
    await expect(store.backup(to)).rejects.toBeInstanceOf(Invalid);
    await store.close();
    const kept = await openSqlite(to, { check: 'full' });
    const { entries, damages } = await kept.verify();
    expect(damages).toEqual([]);
    expect(entries).toBeGreaterThanOrEqual(60);
    expect((await kept.search.entries({ text: 'entry', limit: 5 })).length).toBe(5);
    await kept.close();
  });
});
