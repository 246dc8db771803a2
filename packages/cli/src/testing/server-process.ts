import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll } from 'vitest';
import { bareEnvironment } from './bare-environment.ts';

const main = path.resolve(import.meta.dirname, '../main.ts');

// A test that fails halfway does not come to stop its server.
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** `tenfold serve` in a process of its own, on a home without any key. */
export async function serving(home: string, ...flags: string[]) {
  const child = spawn(process.execPath, [main, 'serve', '--home', home, '--port', '0', '--no-web', ...flags], {
    env: bareEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let out = '';
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const last = out.trimEnd().split('\n').at(-1) ?? '';
      if (out.endsWith('\n') && last.startsWith('http')) resolve(last);
    });
    closed.then(([code]) => reject(new Error(`It ended with ${code}: ${err}`)));
  });
  return {
    url,
    child,
    /** Exit code, or the signal that ended it. */
    ended: closed.then(([code, signal]) => code ?? signal),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    async get(at: string) {
      return (await fetch(url + at)).json() as Promise<Record<string, never>>;
    },
    async send(method: string, at: string, body: object = {}) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url + at, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
      return response;
    },
  };
}
