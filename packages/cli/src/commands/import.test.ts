import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { tenfoldHere } from '../testing/tenfold-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tenfold-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const deep = process.env.TENFOLD_DEEP === '1';
const main = path.resolve(import.meta.dirname, '../main.ts');

it('killed in the middle, an import leaves everything of a file or nothing', async () => {
  const file = path.join(folder, 'talks.jsonl');
  const talk = Array.from({ length: 400 }, (_, n) => ({
    role: n % 2 ? 'assistant' : 'user',
    content: `said ${n} ${'word '.repeat(60)}`,
  }));
  const [long, short] = [talk, talk.slice(0, 2)].map((messages) => JSON.stringify({ id: 'talk', messages }));
  writeFileSync(file, [1, 2, 3].map(() => `${long}\n${`${short}\n`.repeat(100)}`).join(''));
  const home = path.join(folder, 'home');
  const first = path.join(folder, 'first.json');
  writeFileSync(first, '{"messages":[{"role":"user","content":"first"}]}');
  expect((await tenfoldHere(['import', '--home', home, first])).code).toBe(0);
  const written = () => statSync(path.join(home, 'tenfold.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  for (const bytes of deep ? [40_000, 400_000, 1_200_000] : [40_000, 1_200_000]) {
    const child = spawn(process.execPath, [main, 'import', '--home', home, file], {
      env: bareEnvironment,
      stdio: 'ignore',
    });
    const closed = once(child, 'close');
    let over = false;
    closed.then(() => (over = true));
    while (!over && written() < bytes) await wait(2);
    child.kill('SIGKILL');
    await closed;
    const { out } = await tenfoldHere(['export', '--list', '--home', home]);
    const counts = out
      .trim()
      .split('\n')
      .map((line) => Number(line.split(/\s+/)[1]));
    expect(counts.at(-1)).toBe(1);
    const whole = counts.filter((count) => count === 400).length;
    expect(whole % 3).toBe(0);
    expect(counts.slice(0, -1).filter((count) => count === 2)).toHaveLength(whole * 100);
    expect(counts).toHaveLength(1 + whole * 101);
  }
});

it('goes on to the last file when nobody reads any more what it says', async () => {
  const files = ['one', 'two'].map((name) => path.join(folder, `${name}.json`));
  for (const file of files) writeFileSync(file, '{"messages":[{"role":"user","content":"hello"}]}');
  const home = path.join(folder, 'unread');
  const child = spawn(process.execPath, [main, 'import', '--home', home, ...files], { env: bareEnvironment, stdio: 'pipe' });
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect((await tenfoldHere(['export', '--list', '--home', home])).out.trim().split('\n')).toHaveLength(2);
});

it.skipIf(process.platform !== 'linux')(
  'says so where what it says cannot be written, and shows a title that drives no terminal',
  async () => {
    const file = path.join(folder, 'titled.jsonl');
    writeFileSync(
      file,
      JSON.stringify({ meta: { title: 'a\u001b]0;b\u0007\u202ec' }, messages: [{ role: 'user', content: 'hello' }] }),
    );
    const home = path.join(folder, 'titled');
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [main, 'import', '--home', home, file], {
      env: bareEnvironment,
      stdio: ['ignore', full, 'pipe'],
    });
    let told = '';
    child.stderr?.on('data', (text) => (told += text));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(told).toBe('error: standard output cannot be written (the disk is full); what was printed is not whole\n');
    expect((await tenfoldHere(['export', '--list', '--home', home])).out).toMatch(/ {2}1 message {2}a c\n$/);
  },
);
