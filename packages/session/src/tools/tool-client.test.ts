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
  /** Answers whoever listens for news. */
  listen?(response: ServerResponse): void;
}

/** A server of tools that answers as it likes, and a client for it. */
async function clientOf({ answer, listen }: Hostile) {
  const asked = { pages: 0, streams: 0 };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      asked.streams++;
      return listen === undefined ? response.writeHead(405).end() : listen(response);
    }
    const { id, method = '', params }: { id?: Json; method?: string; params?: JsonObject } = JSON.parse(await text(request));
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'tools/list') asked.pages++;
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

it('a server that closes every stream of news and wants it opened again at once is asked once a second', async () => {
  const closing = Promise.withResolvers<void>();
  const { client, asked } = await clientOf({
    listen: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\nid: 1\ndata: \n\n');
      closing.resolve();
    },
  });
  const start = performance.now();
  await client.tools();
  await closing.promise;
  for (let n = 0; n < 20; n++) await client.tools();
  expect(asked.streams).toBeLessThanOrEqual(1 + (performance.now() - start) / 1_000);
});
