import { existsSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { reachHere } from '@tenfold/server/main';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatApi } from '../chat/api.ts';
import { completion, fakeEndpoint } from '../testing/fake-endpoint.ts';
import { sampleWire, scratchFolder } from '../testing/sample-files.ts';
import { serveOverHttp } from './serve-mcp.ts';

const closing: (() => Promise<unknown>)[] = [];
let url: string;
let client: Client;
beforeAll(async () => {
  const scratch = await scratchFolder();
  closing.push(scratch.remove);
  const upstream = await fakeEndpoint(() => completion('The launch word is zanzibar-7731.'));
  closing.push(upstream.close);
  const reached = await reachHere({ home: scratch.at('home'), port: '0', gateway: { upstreams: { openai: upstream.url } } });
  closing.push(reached.stop);
  url = reached.url;
  const tools = await serveOverHttp({ api: chatApi(url, reached.token), session: null, version: '1' }, 0);
  closing.push(tools.close);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(tools.url)));
  closing.push(() => client.close());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function call(name: string, input: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input });
  return (content as { text: string }[]).map((part) => part.text).join('\n');
}

it('says of every tool what it does to the world, and keeps it loaded', async () => {
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(7);
  for (const { name, title, annotations, _meta } of tools) {
    const reads = ['recall', 'expand', 'status', 'list_sessions'].includes(name);
    expect({ name, title, annotations, _meta }).toMatchObject({
      title: expect.any(String),
      annotations: { readOnlyHint: reads, openWorldHint: false, ...(reads ? {} : { destructiveHint: false }) },
      _meta: { 'anthropic/alwaysLoad': true },
    });
  }
});

it('reaches a conversation that came through the gateway', async () => {
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', ...(sampleWire('openai-chat') as object) }),
  });
  expect(await answer.text()).toContain('zanzibar-7731');
  // The answer is recorded beside what the client waits for.
  await expect.poll(() => call('list_sessions', { query: 'zanzibar-7731' })).toMatch(/^\S+ {2}.*messages/);
  const session = (await call('list_sessions', { query: 'zanzibar-7731' })).split(' ')[0];
  const found = await call('recall', { session, query: 'zanzibar-7731' });
  // What was asked may stand before what was answered.
  const told = found.split(/(?=\[message \d+,)/).find((passage) => passage.includes('zanzibar-7731'));
  const message = Number(/\[message (\d+),/.exec(told ?? '')?.[1]);
  expect(await call('expand', { session, record: String(message) })).toContain('The launch word is zanzibar-7731.');
  expect(await call('status', { session })).toMatch(/tokens[\s\S]*summaries in force: 0/);
  expect(await call('protect', { session, message })).toBe(`Message ${message} stays in the context.`);
  expect(await call('checkpoint', { session, label: 'launch' })).toContain('"launch"');
  expect(await call('compact', { session })).not.toMatch(/refused|failed/i);
  await expect.poll(() => call('status', { session }), { timeout: 20_000 }).toMatch(/summaries in force: [1-9]/);
});

it('stands on a server that serves the app, where it is built', async () => {
  const isBuilt = existsSync(path.resolve(import.meta.dirname, '../../../web/dist/index.html'));
  expect((await (await fetch(url)).text()).includes('<div id="app"')).toBe(isBuilt);
});
