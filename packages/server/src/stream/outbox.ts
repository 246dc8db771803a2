import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';

/** How much is kept for a reader that is slow, and for how long. */
export interface OutboxLimits {
  readonly bufferBytes: number;
  /** A reader that takes nothing for so long is dropped; it may resume. */
  readonly stallMs: number;
}

/** Headers of every event stream: nothing on the way may hold it back. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

const ignore = () => {};

/**
 * One stream of server-sent events, between what happens here and a reader of any speed. Most of them wait for hours: nothing is kept
 * for one but itself, no timer and no stream of its own beside the reader's.
 */
export class Outbox {
  readonly headers: Readonly<Record<string, string>>;
  readonly #limits: OutboxLimits;
  readonly #closed: () => void;
  #reader: Writable | null = null;
  /** What was written before there was a reader. */
  #early = '';
  #isOver = false;
  #stalledSince: number | null = null;
  #wake: (() => void) | null = null;

  /** `closed` is called once, however it ends. */
  constructor(limits: OutboxLimits, closed: () => void, headers: Readonly<Record<string, string>> = SSE_HEADERS) {
    this.headers = headers;
    this.#limits = limits;
    this.#closed = closed;
  }

  /** True once the reader has left, was dropped, or the stream was closed. */
  get over(): boolean {
    return this.#isOver;
  }

  /** Writes to a reader from now on, first what has been written before. */
  join(reader: Writable): void {
    this.#reader = reader;
    // One that leaves while something is written to it is told by `close`.
    reader.on('error', ignore).on('close', () => this.close());
    if (this.#early !== '') reader.write(this.#early);
    this.#early = '';
    if (this.#isOver) reader.end();
    else if (reader.destroyed) this.close();
  }

  /** Writes without waiting. A reader too slow for the buffer is dropped: it reloads, or resumes by its last id. */
  write(text: string): void {
    if (this.#isOver) return;
    if (!this.#hasRoom()) this.close();
    else if (this.#reader === null) this.#early += text;
    else this.#reader.write(text);
  }

  /** Resolves when there is room again, or the stream is over. */
  async waitForRoom(): Promise<void> {
    while (!this.#isOver && !this.#hasRoom())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#reader?.once('drain', resolve);
      });
    this.#wake = null;
  }

  /** Lets the reader, and all between, know that it goes on; one that takes nothing is given up. */
  pulse(): void {
    if (this.#hasRoom()) {
      this.#stalledSince = null;
      this.write(': still here\n\n');
      return;
    }
    this.#stalledSince ??= performance.now();
    if (performance.now() - this.#stalledSince >= this.#limits.stallMs) this.close();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reader?.end();
    this.#wake?.();
    this.#closed();
  }

  #hasRoom(): boolean {
    const { writableLength, destroyed } = this.#reader ?? { writableLength: this.#early.length, destroyed: false };
    return !destroyed && writableLength < this.#limits.bufferBytes;
  }
}

/** What a request comes with from its socket, and what is handed back to it. */
interface Carried {
  readonly outgoing: ServerResponse;
  outbox?: Outbox;
}

/** The head of an answer that is written as it comes: everything between may change it; what follows goes straight to the socket. */
export function headOf(outbox: Outbox, { env }: Context<{ Bindings: Carried }>): Response {
  env.outbox = outbox;
  return new Response(null, { headers: outbox.headers });
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
