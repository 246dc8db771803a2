import type { ServerResponse } from 'node:http';
import type { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Outbox } from './outbox.ts';

/** Headers of every event stream: nothing on the way may hold it back. */
const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** An answer that is written as it comes. */
export class Streamed {
  readonly outbox: Outbox;
  readonly headers: Readonly<Record<string, string>>;
  constructor(outbox: Outbox, headers: Readonly<Record<string, string>> = {}) {
    this.outbox = outbox;
    this.headers = { ...SSE_HEADERS, ...headers };
  }
}

/** What a request comes with from its socket, and what is handed back to it. */
interface Carried {
  readonly outgoing: ServerResponse;
  outbox?: Outbox;
}

/** The head of such an answer, as everything between may change it; what follows goes straight to the socket. */
export function headOf({ outbox, headers }: Streamed, { env }: Context<{ Bindings: Carried }>): Response {
  env.outbox = outbox;
  return new Response(null, { headers });
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** Has streams written to their sockets themselves: through a response and its body each would cost as much again as its connection. */
export function writingStreams(fetch: Fetch): Fetch {
  return async (request, env) => {
    const response = await fetch(request, env);
    const { outgoing, outbox } = env as Carried;
    if (outbox === undefined) return response;
    if (!(response instanceof Response) || response.headers.get('content-type') !== SSE_HEADERS['content-type']) {
      outbox.close();
      return response;
    }
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.flushHeaders();
    outbox.join(outgoing);
    return RESPONSE_ALREADY_SENT;
  };
}
