import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../testing/bare-environment.ts';
import { sampleHome } from '../testing/sample-home.ts';
import { tenfold, tenfoldHere } from '../testing/tenfold-process.ts';

const main = path.resolve(import.meta.dirname, '../main.ts');

const sample = sampleHome();
let listed: string;

/** A client that started `tenfold mcp` itself. */
async function started(...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = { ...bareEnvironment, TMPDIR: sample.folder };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', ...args], env }));
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const text = (content as { text: string }[]).map((part) => part.text).join('\n');
  return isError ? `error: ${text}` : text;
}

describe('tools over standard input and output', () => {
  let client: Client;
  beforeAll(async () => {
    client = await started('--home', sample.home);
  });
  afterAll(() => client.close());

  it('are listed', async () => {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names.sort()).toEqual(['checkpoint', 'compact', 'expand', 'list_sessions', 'protect', 'recall', 'status']);
  });

  it('find passages, give messages back word for word, and keep them', async () => {
    const found = await call(client, 'recall', { query: '140 requests limiter' });
    const number = Number(/\[message (\d+),/.exec(found)?.[1]);
    expect(await call(client, 'expand', { record: String(number) })).toContain(`[message ${number},`);
    expect(await call(client, 'protect', { message: number })).toBe(`Message ${number} stays in the context.`);
    expect(await call(client, 'protect', { message: number, protected: false })).toContain('may be condensed again');
    expect(await call(client, 'protect', { message: 9_999 })).toBe('There is no message 9999.');
    expect(await call(client, 'expand', { record: 'nothing' })).toMatch(/^error: There is no record with the id nothing\./);
  });

  it('say how full it is, save a checkpoint, condense', async () => {
    expect(await call(client, 'status')).toMatch(/tokens[\s\S]*toolResults: [\d,]+/);
    expect(await call(client, 'checkpoint', { label: 'before lunch' })).toMatch(/^Checkpoint saved: "before lunch" \(\S+\)$/);
    expect(await call(client, 'compact')).not.toMatch(/^error/);
    const sessions = await call(client, 'list_sessions');
    expect(sessions).toContain('messages');
    listed = sessions.split(' ')[0] ?? '';
  });

  it('have resources beside them', async () => {
    const { resources } = await client.listResources();
    const checkpoints = resources.find(({ uri }) => uri.endsWith('/checkpoints'));
    const { contents } = await client.readResource({ uri: checkpoints?.uri ?? '' });
    expect(JSON.stringify(contents)).toContain('before lunch');
  });
});

it.runIf(process.env.TENFOLD_DEEP === '1')('serve one conversation only where one is named', async () => {
  const client = await started('--home', sample.home, '--session', listed);
  expect(await call(client, 'status')).toContain('tokens');
  expect(await call(client, 'status', { session: 'another' })).toContain('error: this server was started for the conversation');
  expect((await call(client, 'list_sessions')).split('\n')).toEqual([expect.stringContaining(listed)]);
  expect((await client.listResources()).resources.every(({ uri }) => uri.includes(listed))).toBe(true);
  await expect(client.readResource({ uri: 'tenfold://sessions/another/summaries' })).rejects.toThrow('was started for');
  await client.close();
  expect(await tenfold(['mcp', '--home', sample.home, '--session', 'none'])).toMatchObject({ code: 2 });
});

it('refuse a file as every command does, by its name', async () => {
  const file = path.join(sample.folder, 'torn.jsonl');
  writeFileSync(file, '{"messages":[{"role":"user","content":"hello"}]}\n{"messages":[');
  const { code, err } = await tenfoldHere(['mcp', '--file', file]);
  expect([code, err]).toEqual([2, expect.stringMatching(/^error: .*torn\.jsonl: line 2: expected a whole JSON value/)]);
});

it('end, and say why, when a message is longer than can be read', async () => {
  const child = spawn(process.execPath, [main, 'mcp', '--home', sample.home], { env: bareEnvironment, stdio: 'pipe' });
  let told = '';
  child.stderr.on('data', (text) => (told += text));
  child.stdin.on('error', () => {}).write(Buffer.alloc(11_000_000, 'a'));
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(told).toMatch(/^error: expected messages of at most 10 MB, found a longer one/);
});

it('leave nothing of a transcript file behind when they are ended by a signal', async () => {
  const env = { ...bareEnvironment, TMPDIR: sample.folder };
  const child = spawn(process.execPath, [main, 'mcp', '--file', sample.file], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  const left = async () => (await readdir(sample.folder)).filter((name) => name.startsWith('tenfold-run-'));
  await expect.poll(async () => (await left()).length, { timeout: 20_000 }).toBe(1);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  expect(await left()).toEqual([]);
});

it.runIf(process.env.TENFOLD_DEEP === '1')('read a transcript file and leave nothing behind', async () => {
  const client = await started('--file', sample.file);
  expect(await call(client, 'recall', { query: 'limiter' })).toContain('[message');
  expect(await call(client, 'list_sessions')).toMatch(/^\S+ {2}.* sample$/);
  // As full as the window of the model that the file names.
  expect(await call(client, 'status')).toMatch(/^[\d,]+ \/ 105,216 tokens/);
  expect(await call(client, 'compact')).not.toMatch(/^error/);
  await client.close();
  await expect.poll(async () => (await readdir(sample.folder)).filter((name) => name.startsWith('tenfold-run-'))).toEqual([]);
});

it('listen on loopback for clients that speak HTTP, and for no page of another site', async () => {
  const child = spawn(process.execPath, [main, 'mcp', '--home', sample.home, '--http'], {
    env: bareEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await new Promise<string>((resolve) => child.stderr.on('data', (text) => resolve(String(text).trim())));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(await call(client, 'status')).toContain('tokens');
    await client.close();
    const foreign = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' });
    expect(foreign.status).toBe(403);
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
});
