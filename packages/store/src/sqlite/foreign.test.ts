import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { afterAll, expect, it } from 'vitest';
import { sqliteFacts } from './facts.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenfold-foreign-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LOOK = `const database = new (require(process.argv[1]))(process.argv[2]);
console.log(database.prepare('select count(*) as n from entries').get().n); database.close();`;

/** Other programs look at the file and go. Whoever takes itself for the last to close it deletes the log; older ones than ours do so rashly. */
function lookedAt(path: string): number {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  spawnSync('sqlite3', [path, 'select count(*) from entries']);
  return Number(execFileSync(process.execPath, ['-e', LOOK, library, path], { encoding: 'utf8' }));
}

/** Whether this process has a lock on a file; where that cannot be asked, the log tells. */
function isLocked(path: string): boolean {
  if (!existsSync('/proc/locks')) return true;
  const { ino } = statSync(path);
  const locks = readFileSync('/proc/locks', 'utf8').split('\n');
  return locks.some((lock) => lock.includes(` ${process.pid} `) && lock.includes(`:${ino} `));
}

it('[D6] whatever a process does with its store, it keeps its locks: a foreign reader leaves the log alone', async () => {
  const path = join(folder, 'store.db');
  const store = await openSqlite(path);
  const { id: session } = await store.sessions.create({ at: 0 });
  let said = 0;
  const beside: Record<string, () => Promise<unknown>> = {
    'opening it': async () => undefined,
    'asking for its facts': () => sqliteFacts(path),
    'opening it again': async () => (await openSqlite(path, { check: 'full' })).close(),
    'a backup': () => store.backup(join(folder, 'backup.db')),
    'opening the backup': async () => (await openSqlite(join(folder, 'backup.db'))).close(),
    'its size': () => store.size(),
    'a check': () => store.verify(),
  };
  for (const [what, work] of Object.entries(beside)) {
    await work();
    expect(isLocked(path), `the lock after ${what}`).toBe(true);
    await store.entries.append({ session, entries: [{ message: textMessage('user', `entry ${said++}`) }], at: 0 });
    expect(lookedAt(path), what).toBe(said);
    expect(existsSync(`${path}-wal`), `the log after ${what}`).toBe(true);
  }
  await store.close();
});

/** Where a file is opened by other means than SQLite, and why that is none of the store's. */
const OPENS: Readonly<Record<string, string>> = {
  'sqlite/back-up.ts': 'makes a new copy and flushes it',
  'sqlite/high-water.ts': 'the note beside the file, which SQLite does not know',
  'sqlite/open.ts': 'makes the file, only where there is none',
  'sqlite/presence.ts': 'makes a lock beside the file, under a name nobody had',
  'sqlite/salvage.ts': 'reads a copy of a damaged file, which nobody has open',
};

it('[D6] no other source of the store opens a file', () => {
  const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'));
  const opening = sources.filter((name) =>
    /\b(?:open(?:Sync)?|readFile|readFileSync|copyFile|copyFileSync|cpSync|createReadStream|appendFile|writeFile|truncate)\w*\b[^;]*from 'node:fs/.test(
      readFileSync(join(import.meta.dirname, '..', name), 'utf8'),
    ),
  );
  expect(opening.toSorted()).toEqual(Object.keys(OPENS));
});
