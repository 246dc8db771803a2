import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { BadInput } from '../bad-input.ts';
import { type McpDependencies, mcpServer } from './mcp-server.ts';

/** What a message of a client may have, as the reader of standard input has it. */
const MAX_MESSAGE = 10 * 1024 * 1024;

/** Serves the tools to the program that started this one, until it closes standard input, reads no more answers, or is `stopped`. */
export async function serveOverStdio(deps: McpDependencies, stopped: Promise<void>): Promise<void> {
  const wire = new StdioServerTransport(undefined, undefined, { maxBufferSize: MAX_MESSAGE });
  let broken: Error | undefined;
  const handle = serveStdio(() => mcpServer(deps), { transport: wire, onerror: (error) => (broken = error) });
  const { onclose } = wire;
  const closed = new Promise<void>((resolve) => {
    wire.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  await Promise.race([closed, stopped]);
  await handle.close();
  // It reads no further then, and would wait for ever for an end that it does not see.
  if (broken?.message.includes('maximum size'))
    throw new BadInput('expected messages of at most 10 MB, found a longer one; everything that was stored is kept');
}

/** Serves the tools at an address of loopback; resolves once it listens. */
export async function serveOverHttp(
  deps: McpDependencies,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const handler = createMcpHandler(() => mcpServer(deps));
  const hosts = localhostAllowedHostnames();
  // Programs send no origin, and a page has no business here, one of another local server least of all.
  const answer = (request: Request) =>
    hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, []) ?? handler.fetch(request);
  const server = createServer((incoming, outgoing) => {
    void exchange(incoming, outgoing, answer).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const request = new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'invalid'}`), {
    method: incoming.method ?? 'GET',
    headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as globalThis.ReadableStream, duplex: 'half' } : {}),
  });
  const response = await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}
