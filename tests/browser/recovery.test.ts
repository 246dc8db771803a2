import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '@tenfold/store';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { serving } from '../../packages/cli/src/testing/server-process.ts';
import { homeFiles } from '../../packages/server/src/process/home.ts';
import { clientOf, eventsOf } from '../../packages/server/src/testing/client.ts';
import { type App, openApp } from './app.ts';
import { seriousFaults } from './axe.ts';

const PATIENCE = { timeout: 60_000 };

let home: string;
let upstream: Server;
let app: App;
let victim: Awaited<ReturnType<typeof serving>>;
let cut: string;
let kept: string;
let inLine: string;

/** An upstream that begins to answer and never ends. */
function endless(): Server {
  return createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (content: string) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'walrus-1', choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })}\n\n`;
    response.write(chunk('The walrus began to '));
    response.write(chunk('answer and '));
  });
}

/** Begins a turn and waits until some of its answer has come. */
async function beginTurn(url: string, session: string): Promise<void> {
  const response = await clientOf(url).request('POST', `/api/sessions/${session}/messages`, { text: 'Where do walruses sleep?' });
  let come = '';
  for await (const { data } of eventsOf(response)) {
    const chunk = JSON.parse(data);
    if (chunk.type === 'text-delta') come += chunk.delta;
    if (come.includes('answer and')) return;
  }
  throw new Error('The answer ended.');
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'tenfold-recovery-'));
  upstream = endless().listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  victim = await serving(home);
  const client = clientOf(victim.url);
  const profile = await client.post('/api/profiles', {
    name: 'Endless',
    provider: 'openai-compatible',
    model: 'walrus-1',
    baseUrl: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
    key: 'not-a-key',
  });
  const sessions = await Promise.all(
    ['Cut in the middle', 'Cut as well', 'Cut with one in line'].map((title) =>
      client.post('/api/sessions', { title, profileId: profile.id }),
    ),
  );
  [cut, kept, inLine] = sessions.map(({ id }) => id) as [string, string, string];
  await client.post(`/api/sessions/${cut}/checkpoints`, { label: 'completed auth feature' });
  for (const session of [cut, kept, inLine]) await beginTurn(victim.url, session);
  // Its stream breaks when the server is killed.
  client.request('POST', `/api/sessions/${inLine}/messages`, { text: 'And where do seals sleep?' }).catch(() => {});
  const line = async () => (await client.get(`/api/sessions/${inLine}/queue`)).messages.length;
  await vi.waitUntil(async () => (await line()) > 0, PATIENCE);
  // What has come of an answer is written at short intervals.
  const store = await openSqlite(homeFiles.store(home));
  const written = async () => JSON.stringify(await store.pending.list()).split('answer and').length - 1;
  await vi.waitUntil(async () => (await written()) === sessions.length, PATIENCE);
  await store.close();
  await victim.kill();
  app = await openApp({ home });
}, 180_000);

afterAll(async () => {
  await app?.close();
  await victim?.kill();
  upstream?.closeAllConnections();
  upstream?.close();
  rmSync(home, { recursive: true, force: true });
});

it('002 story 3.2: after a crash the next visit asks "Resume from checkpoint? [timestamp] - [label]", shows what there is, and restores it', async () => {
  const page = await app.page('/');
  const prompt = page.getByText(/^Resume from checkpoint\? .+ - completed auth feature$/);
  await prompt.waitFor();
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  const notice = page
    .locator('div', { has: prompt })
    .filter({ has: page.getByRole('button', { name: 'View' }) })
    .last();
  await notice.getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByText('The walrus began to').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.waitForURL(`**/s/${cut}`);
  await page.getByText('The walrus began to').first().waitFor();
  await expect
    .poll(async () => (await app.server.client.get(`/api/sessions/${cut}/entries`)).entries)
    .toMatchObject([{ role: 'user' }, { role: 'assistant', aborted: true }]);
});

it('a message that stood in line when the server was killed is told as not sent, its words come back, and its chat resumes in place', async () => {
  const page = await app.page(`/s/${inLine}`);
  const left = page.getByRole('article').filter({ hasText: 'And where do seals sleep?' });
  await left.getByText('Not sent: Tenfold stopped before its turn came').waitFor();
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await left.getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('And where do seals sleep?');
  await left.waitFor({ state: 'detached' });
  await expect.poll(async () => (await app.server.client.get(`/api/sessions/${inLine}/queue`)).messages).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('article').filter({ hasText: 'The walrus began to' }).waitFor();
  expect(await page.getByText('Session updated elsewhere').count()).toBe(0);
});

it('U2: the chat that was cut off offers to resume by itself', async () => {
  const page = await app.page(`/s/${kept}`);
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('dialog').getByText('The walrus began to').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('“Cut as well” ended abnormally.').waitFor();
});

it('dismisses after a question, keeps every message, and asks no more', async () => {
  const page = await app.page('/');
  await page.getByText('“Cut as well” ended abnormally.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).last().click();
  const question = page.getByRole('alertdialog');
  await question.getByText('The unfinished answer is not kept.').waitFor();
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText(/ended abnormally/).waitFor({ state: 'detached' });
  expect((await app.server.client.get(`/api/sessions/${kept}/entries`)).entries).toHaveLength(1);
  await page.reload();
  await page.locator('[data-session]').first().waitFor();
  await expect.poll(() => page.getByText(/ended abnormally/).count()).toBe(0);
});

it('tells what is damaged in the list and in its chat, and how each comes back from a backup', async () => {
  const { client, tenfold } = app.server;
  // Closed in this process, it would take the locks of the server with it.
  const file = new DatabaseSync(homeFiles.store(home));
  onTestFinished(() => file.close());
  const damaged = async (title: string, text: string) => {
    const { id } = await client.post('/api/sessions', { title });
    await client.post(`/api/sessions/${id}/entries`, { messages: [{ role: 'user', text }] });
    file.prepare(`update entries set message = replace(message, 'three', 'seven') where session = ?`).run(id);
    await tenfold.recovery.check();
    return id;
  };
  const id = await damaged('Changed on the disk', 'three harbours');
  const page = await app.page('/');
  const told = page.getByRole('alert').filter({ hasText: 'Something stored is damaged' });
  await told.getByText(`tenfold restore FILE --session ${id}`).waitFor();
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await told.getByRole('link', { name: /Changed on the disk/ }).click();
  await page.waitForURL(`**/s/${id}`);
  await told.getByText(/its bytes are not those that were stored/).waitFor();
  await page.getByText('seven harbours').first().waitFor();
  const other = await damaged('Changed as well', 'three lighthouses');
  await page.goto(new URL('/', page.url()).href);
  await told.getByText('tenfold restore FILE --session ID', { exact: true }).waitFor();
  await told.getByText(other).waitFor();
  await told.getByText(id).waitFor();
});

it('messages that went with a lost log are told until somebody says that they know of it', async () => {
  const mark = openSync(`${homeFiles.store(home)}-mark`, 'r+');
  writeSync(mark, '7'.padStart(16, '0'), 16);
  closeSync(mark);
  const page = await app.page('/');
  const notice = page.getByRole('alert').filter({ hasText: '7 messages that had been stored are missing' });
  await notice.waitFor();
  await expect.poll(() => seriousFaults(page)).toEqual([]);
  await notice.getByRole('button', { name: 'I know of it' }).click();
  await notice.waitFor({ state: 'detached' });
});
