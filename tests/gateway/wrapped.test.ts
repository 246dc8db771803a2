import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { bareEnvironment } from '../../packages/cli/src/testing/bare-environment.ts';
import { realServer } from '../../packages/server/src/testing/real-server.ts';

const MAIN = join(import.meta.dirname, '../../packages/cli/src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'tenfold-wrap-'));
const upstream = createServer((request, response) => {
  request.resume().on('end', () => {
    const message = { role: 'assistant', content: 'Understood.' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { prompt_tokens: 9 } }));
  });
});
beforeAll(() => new Promise<void>((ready) => void upstream.listen(0, '127.0.0.1', ready)));
afterAll(() => {
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A program, as `tenfold -- node -e PROGRAM`, with a home and a place for temporary files of its own. */
function wrapped(
  program: string,
  own = mkdtempSync(join(folder, 'run-')),
  at: readonly string[] = upstreamFlags(),
): {
  child: ChildProcess;
  said: { out: string; err: string };
  ended: Promise<number | null>;
  own: string;
} {
  const flags = ['run', '--home', join(own, 'home'), ...at, '--'];
  const child = spawn(process.execPath, [MAIN, ...flags, process.execPath, '-e', program], {
    env: { ...bareEnvironment, TMPDIR: own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  return { child, said, ended: new Promise((resolve) => child.on('close', (code) => resolve(code))), own };
}

function upstreamFlags(): readonly string[] {
  return ['--openai', upstreamUrl()];
}

function upstreamUrl(): string {
  return `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
}

const ASKS = `
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello there, how are you?' }] });
  fetch(process.env.OPENAI_BASE_URL + '/chat/completions', { method: 'POST', body }).then((answer) => answer.json()).then(({ choices }) => {
    console.log(choices[0].message.content);
    process.exitCode = 7;
  });`;

it('runs a program, passes on what it says and how it ends, and has the last word', async () => {
  const { said, ended, own } = wrapped(ASKS);
  expect(await ended).toBe(7);
  expect(said.out).toBe('Understood.\n');
  const lines = said.err.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^tenfold: \d+ tokens received → \d+ sent · 0 folds · 0 refusals · .*\/s\/[\w-]+\/inspector$/);
  expect(lines).toHaveLength(1);
  // Nothing is left behind but the home.
  expect(readdirSync(own)).toEqual(['home']);
  // What earlier runs did is not in the last line of the next one, nor is where they are shown.
  const idle = wrapped('', own);
  expect(await idle.ended).toBe(0);
  expect(idle.said.err).toBe(
    'tenfold: 0 tokens received → 0 sent · 0 folds · 0 refusals · $0.00 · tenfold serve shows it at /traffic\n',
  );
});

it('goes through the server that runs on its home already, whose traffic it becomes', async () => {
  const own = mkdtempSync(join(folder, 'run-'));
  const upstreams = { anthropic: upstreamUrl(), openai: upstreamUrl(), gemini: upstreamUrl() };
  const server = await realServer({ home: join(own, 'home'), gateway: { upstreams } });
  onTestFinished(() => server.close());
  const elsewhere = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Another program. '.repeat(200) }] });
  await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: elsewhere });
  const { said, ended } = wrapped(ASKS, own, []);
  expect(await ended).toBe(7);
  const { requests, sums } = await server.client.get('/api/traffic');
  expect(sums.requests).toBe(2);
  const [ours, other] = requests;
  expect(ours.run).not.toBeNull();
  expect(other.run).toBeNull();
  // What others sent is not in its last line.
  expect(said.err).toContain(`tenfold: ${ours.before} tokens received → ${ours.after} sent`);
  expect(said.err).toContain(`${server.url}/s/${ours.session}/inspector`);
});

it.runIf(process.env.TENFOLD_DEEP === '1')('gives signals to the program, which ends as it wants', async () => {
  const { child, said, ended } = wrapped(`
    process.on('SIGINT', () => { console.log('heard'); process.exit(3); });
    setInterval(() => {}, 1000);
    console.log('ready');`);
  child.stdout?.on('data', () => said.out === 'ready\n' && child.kill('SIGINT'));
  expect(await ended).toBe(3);
  expect(said.out).toBe('ready\nheard\n');
  expect(said.err).toMatch(/^tenfold: 0 tokens received → 0 sent/m);
});

it.runIf(process.env.TENFOLD_DEEP === '1')('ends as a shell would where a signal ended the program', async () => {
  const { child, said, ended } = wrapped(`setInterval(() => {}, 1000); console.log('ready');`);
  child.stdout?.on('data', () => said.out === 'ready\n' && child.kill('SIGTERM'));
  expect(await ended).toBe(128 + 15);
});

it.runIf(process.env.TENFOLD_DEEP === '1')('says that a program is not there, and runs nothing', async () => {
  const own = mkdtempSync(join(folder, 'run-'));
  const child = spawn(process.execPath, [MAIN, 'run', '--home', join(own, 'home'), '--', 'no-such-program-here'], {
    env: { ...bareEnvironment, TMPDIR: own },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (text) => {
    err += text;
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
  expect(err).toContain('There is no program no-such-program-here here.');
});
