import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@tenfold/store';
import { expect, it, onTestFinished } from 'vitest';
import { NEVER, Upstream } from '../upstream/upstream.ts';

const MAIN = join(import.meta.dirname, '../../packages/cli/src/main.ts');

/** A gateway as people start it. */
async function started(home: string, upstream: string): Promise<{ url: string; child: ChildProcess }> {
  const args = [MAIN, 'gateway', '--no-open', '--port', '0', '--home', home, '--openai', upstream];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    child.stdout?.on('data', (piece) => {
      said += piece;
      const url = /(http:\/\/127\.0\.0\.1:\d+)\s*$/.exec(said)?.[1];
      if (url !== undefined) resolve({ url, child });
    });
  });
}

it('killed in mid-stream and started again, it goes on with the retry: nothing lost, nothing doubled', async () => {
  const upstream = await Upstream.open({ answer: () => ({ text: 'one two three four five six seven' }) });
  const home = mkdtempSync(join(tmpdir(), 'tenfold-kill-'));
  let child: ChildProcess | undefined;
  onTestFinished(async () => {
    child?.kill('SIGKILL');
    await upstream.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const ask = async (url: string, messages: readonly object[]) => {
    const body = JSON.stringify({ model: 'gpt-4o', stream: true, messages });
    return fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
  };
  const opening = [{ role: 'user', content: 'Count to seven.' }];
  const first = await started(home, upstream.url());
  child = first.child;
  await (await ask(first.url, opening)).text();
  const messages = [
    ...opening,
    { role: 'assistant', content: 'one two three four five six seven' },
    { role: 'user', content: 'Again.' },
  ];
  upstream.faults.push({ drip: 40, until: NEVER });
  const reader = (await ask(first.url, messages)).body?.getReader();
  await reader?.read();
  const dead = new Promise((ended) => first.child.once('exit', ended));
  first.child.kill('SIGKILL');
  await dead;
  await reader?.read().catch(() => {});
  const second = await started(home, upstream.url());
  child = second.child;
  const retried = await ask(second.url, messages);
  expect(retried.status).toBe(200);
  expect(await retried.text()).toContain('seven');
  const ended = new Promise((done) => second.child.once('exit', done));
  second.child.kill('SIGTERM');
  await ended;
  const store = await openSqlite(join(home, 'tenfold.db'));
  const sessions = (await store.sessions.list()).filter(({ title }) => title.includes('Count to seven'));
  expect(sessions).toHaveLength(1);
  const heads = await store.heads.list(sessions[0]?.id ?? '');
  expect(heads.map(({ length }) => length)).toEqual([4]);
  await store.close();
});
