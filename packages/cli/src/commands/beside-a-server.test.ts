import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { serving } from '../testing/server-process.ts';
import { tenfold } from '../testing/tenfold-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-beside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const home = path.join(folder, 'home');
const file = path.join(home, 'tenfold.db');
const node = (script: string, ...args: string[]) => execFileSync(process.execPath, ['-e', script, file, ...args]);
const driver = createRequire(path.resolve(import.meta.dirname, '../../../store/package.json')).resolve('better-sqlite3');

/** What people and programs do to the file of a server that runs. */
const BESIDE: Readonly<Record<string, () => unknown>> = {
  'a driver that counts': () => {
    const count = "const d = new (require(process.argv[2]))(process.argv[1]); d.prepare('select count(*) from sessions').get()";
    return node(`${count}; d.close()`, driver);
  },
  'the SQLite of Node': () => {
    const count =
      "const d = new (require('node:sqlite').DatabaseSync)(process.argv[1]); d.prepare('select count(*) from sessions')";
    return node(`${count}.get(); d.close()`);
  },
  'the program sqlite3': () => {
    try {
      return execFileSync('sqlite3', [file, 'select count(*) from sessions'], { stdio: 'ignore' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return null;
    }
  },
  doctor: () => tenfold(['doctor', '--home', home]),
  backup: () => tenfold(['backup', path.join(folder, 'backup.db'), '--home', home]),
  export: () => tenfold(['export', '--list', '--home', home]),
  'a copy': () => {
    for (const end of ['', '-wal', '-shm']) copyFileSync(file + end, path.join(folder, `copy.db${end}`));
  },
};

/** Commands that read the home as `doctor` does, and take seconds to start. */
const IN_DEEP = ['backup', 'export'];

it('[D6] loses nothing when others open, count, copy and close its file and it is killed then', async () => {
  const server = await serving(home);
  const { id } = (await (await server.send('POST', '/api/sessions', { title: 'kept' })).json()) as { id: string };
  const texts: string[] = [];
  for (const [what, meddle] of Object.entries(BESIDE)) {
    if (process.env.TENFOLD_DEEP !== '1' && IN_DEEP.includes(what)) continue;
    for (const text of [`before ${what}`, `after ${what}`]) {
      await server.send('POST', `/api/sessions/${id}/entries`, { messages: [{ role: 'user', text }] });
      texts.push(text);
      if (text.startsWith('before')) await meddle();
    }
  }
  await server.kill();
  const again = await serving(home);
  const { entries } = (await again.get(`/api/sessions/${id}/entries?limit=1000`)) as unknown as {
    entries: { parts: { text: string }[] }[];
  };
  expect(entries.map(({ parts }) => parts[0]?.text)).toEqual(texts);
  await again.kill();
});
