import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  writeFileSync(file, [1, 2, 3].map((n) => JSON.stringify({ id: `talk ${n}`, messages: talk })).join('\n'));
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
    expect(counts.slice(0, -1).filter((count) => count !== 400)).toEqual([]);
    expect((counts.length - 1) % 3).toBe(0);
  }
});
