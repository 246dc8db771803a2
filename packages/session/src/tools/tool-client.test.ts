import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json, JsonObject } from '@tenfold/core';
import { expect, it, onTestFinished } from 'vitest';
import { guardedFetch } from '../upstream/guarded-fetch.ts';
import { toolClient } from './tool-client.ts';

interface Hostile {
  /** What a method is answered with; nothing for the usual answer. */
  answer?(method: string, asked: number): JsonObject | undefined;
  /** Streams an answer, where it says so. */
  stream?(method: string, response: ServerResponse): boolean;
  /** Answers whoever reads a stream on. */
  listen?(response: ServerResponse): void;
}

/** A server of tools that answers as it likes, and a client for it. */
async function clientOf({ answer, stream, listen }: Hostile) {
  const asked = { pages: 0, streams: 0, answers: 0, id: null as Json };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      asked.streams++;
      return listen === undefined ? response.writeHead(405).end() : listen(response);
    }
    const { id, method = '', params }: { id?: Json; method?: string; params?: JsonObject } = JSON.parse(await text(request));
    if (id === undefined || method === '') {
      if (id !== undefined) asked.answers++;
      return response.writeHead(202).end();
    }
    asked.id = id;
    if (method === 'tools/list') asked.pages++;
    if (stream?.(method, response.setHeader('content-type', 'text/event-stream'))) return;
    response.removeHeader('content-type');
    const usual = {
      protocolVersion: params?.protocolVersion ?? '',
      capabilities: { tools: {} },
      serverInfo: { name: 'x', version: '1' },
    };
    const result = answer?.(method, asked.pages) ?? (method === 'initialize' ? usual : { tools: [tool('one')] });
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const client = toolClient({ kind: 'http', url, headers: {} }, guardedFetch());
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, asked };
}

const tool = (name: string, more: JsonObject = {}): JsonObject => ({ name, inputSchema: { type: 'object' }, ...more });

it('a pattern that a server promises its answers by holds nobody up', async () => {
  const pattern = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const { client } = await clientOf({
    answer: (method) => {
      if (method === 'tools/list') return { tools: [tool('slow', { outputSchema: pattern })] };
      return method === 'tools/call' ? { content: [], structuredContent: { a: `${'a'.repeat(40)}!` } } : undefined;
    },
  });
  await client.tools();
  expect(await client.call('slow', {}, AbortSignal.timeout(5_000))).toContain('aaaa!');
});

it('a list of tools without an end is read no further than what is taken of it', async () => {
  const page = Array.from({ length: 100 }, (_, n) => tool(`tool ${n}`, { description: 'word '.repeat(2_000) }));
  const { client, asked } = await clientOf({
    answer: (method, pages) => (method === 'tools/list' ? { tools: page, nextCursor: String(pages) } : undefined),
  });
  await expect(client.tools()).rejects.toThrow(/did not terminate/);
  expect(asked.pages).toBe(16);
  const long = await clientOf({
    answer: (method) => (method === 'tools/list' ? { tools: Array.from({ length: 5 }, () => page).flat() } : undefined),
  });
  await expect(long.client.tools()).rejects.toThrow('it lists more than 4 MB of tools');
});

it('a stream that its server closes before the answer, and wants opened again at once, is opened once a second', async () => {
  const { client, asked } = await clientOf({
    stream: (method, response) => {
      if (method === 'tools/call') response.end('retry: 0\nid: 1\ndata: \n\n');
      return method === 'tools/call';
    },
    listen: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\nid: 1\ndata: \n\n');
    },
  });
  const start = performance.now();
  const called = client.call('one', {}, AbortSignal.timeout(2_500)).catch(() => 'given up');
  await expect.poll(() => asked.streams, { timeout: 10_000 }).toBeGreaterThan(0);
  for (let n = 0; n < 20; n++) await client.tools();
  expect(asked.streams).toBeLessThanOrEqual(1 + (performance.now() - start) / 1_000);
  await client.close();
  await called;
});

it('nobody listens for news, and what a server asks is answered one at a time', async () => {
  const { client, asked } = await clientOf({
    stream: (method, response) => {
      if (method !== 'tools/call') return false;
      for (let n = 0; n < 500; n++) response.write(`data: {"jsonrpc":"2.0","id":"ping ${n}","method":"ping"}\n\n`);
      const done = { jsonrpc: '2.0', id: asked.id, result: { content: [{ type: 'text', text: 'done' }] } };
      response.end(`data: ${JSON.stringify(done)}\n\n`);
      return true;
    },
  });
  expect(await client.call('one', {}, AbortSignal.timeout(30_000))).toBe('done');
  expect(asked.answers).toBeLessThan(100);
  expect(asked.streams).toBe(0);
});

it('why a tool failed is told in no more words than a result has, and what else failed in a few', async () => {
  const { client } = await clientOf({
    answer: (method) =>
      method === 'tools/call' ? { isError: true, content: [{ type: 'text', text: 'e'.repeat(500_000) }] } : undefined,
  });
  const failed = await client.call('one', {}, AbortSignal.timeout(30_000)).catch((error: Error) => error.message);
  expect(failed).toMatch(/e\n\[cut: 100000 more characters\]$/);
  const other = await clientOf({
    stream: (method, response) => {
      if (method !== 'initialize') return false;
      response.end(
        `data: ${JSON.stringify({ jsonrpc: '2.0', id: other.asked.id, error: { code: 1, message: 'e'.repeat(50_000) } })}\n\n`,
      );
      return true;
    },
  });
  const reason = await other.client.tools().then(
    () => '',
    (error: Error) => error.message,
  );
  expect(reason).toMatch(/^e{1900}/);
  expect(reason.length).toBeLessThan(2_100);
});

it('a server that never answers the first question holds up nobody who leaves it', async () => {
  const { client, asked } = await clientOf({ stream: (method) => method === 'initialize' });
  const tools = client.tools().catch((error: Error) => error.message);
  await expect.poll(() => asked.id).not.toBeNull();
  await client.close();
  expect(await tools).not.toEqual([]);
}, 20_000);
