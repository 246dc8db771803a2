import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { counterFor, countText, type JsonObject, type Message } from '@tenfold/core';
import { dialectOf } from '@tenfold/dialects';
import { anthropicWire } from './anthropic.ts';
import { bindingRefusals, boundSignature } from './binding.ts';
import { deferredRefusals } from './deferred-tools.ts';
import { geminiWire, usersInARow } from './gemini.ts';
import { messageSystemRefusals } from './message-system.ts';
import { openAiChatWire } from './openai-chat.ts';
import { openAiResponsesWire } from './openai-responses.ts';
import { PromptCache } from './prompt-cache.ts';
import type { Bill, Said, Wire } from './wire.ts';

/** A request that was asked, and what it meant. */
export interface Asked {
  readonly path: string;
  /** What stands behind the path, with its question mark. */
  readonly query: string;
  readonly dialect: string;
  readonly model: string;
  readonly body: JsonObject;
  readonly system: string | undefined;
  readonly messages: readonly Message[];
  /** Tokens by our own counter: what is billed. */
  readonly tokens: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What the API refused it for; empty when it was taken. */
  readonly refused: readonly string[];
}

/** What was billed for a request: all input, and how much of it was read from the cache and written to it. */
export type Billed = Pick<Bill, 'input' | 'output' | 'read' | 'write'>;

/** What never comes: the end of an answer that a test stops. */
export const NEVER = new Promise<void>(() => {});

/** Something that goes wrong with one request. `until` is when the end of an answer comes. */
export type Fault =
  | 'hang'
  | 'reset'
  | 'cut'
  | 'fail-inside'
  | 'html'
  | 'garbage'
  | 'overflow'
  | 'overflow-inside'
  | 'empty'
  | { readonly status: number; readonly retryAfter?: number; readonly message?: string }
  | { readonly drip: number; readonly until?: Promise<void> }
  | { readonly bill: number };

/** How the upstream behaves when nothing is set to go wrong. */
export interface Manner {
  answer?(asked: Asked): Said | Promise<Said>;
  /** Tokens it takes; more are refused in the provider's words. */
  readonly window?: number;
  /** Binds its thinking to all before it, as the newest Claude models do. */
  readonly binds?: boolean;
  /** Bills this many times what we count. */
  readonly factor?: number;
  /** Caches beginnings of prompts, and bills reads and writes as the vendors do. */
  readonly caches?: boolean;
}

const NO_BILL: Bill = { serial: 0, input: 0, output: 0, read: 0, write: 0 };

const WIRES: readonly Wire[] = [openAiChatWire, openAiResponsesWire, anthropicWire, geminiWire];

/** A strict upstream on loopback that speaks all wire formats: refuses what the real ones refuse, and can misbehave on demand. */
export class Upstream {
  readonly seen: Asked[] = [];
  /** What goes wrong with the next requests, in order; `null` lets one pass. */
  readonly faults: (Fault | null)[] = [];
  /** What goes wrong with every request that no listed fault is for. */
  always: Fault | null = null;
  manner: Manner;
  /** What it answers when asked for its models. */
  models = { data: [{ id: 'text-embedding-3-small' }, { id: 'gpt-4o' }, { id: 'gpt-4o-mini' }] };
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  /** Streams that are being answered. */
  open = 0;
  /** Bills of the requests that were answered, in order. */
  readonly bills: Billed[] = [];
  readonly #cache = new PromptCache();
  #port = 0;
  #answers = 0;

  private constructor(manner: Manner) {
    this.manner = manner;
  }

  static async open(manner: Manner = {}): Promise<Upstream> {
    const upstream = new Upstream(manner);
    await new Promise<void>((ready) => void upstream.#server.listen(0, '127.0.0.1', ready));
    upstream.#port = (upstream.#server.address() as AddressInfo).port;
    return upstream;
  }

  /** Base URL; Google's API has a version of its own in it. */
  url(provider = 'openai'): string {
    return `http://127.0.0.1:${this.#port}/${provider === 'google' ? 'v1beta' : 'v1'}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((closed) => void this.#server.close(() => closed()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    if (request.method === 'GET' && path.endsWith('/models'))
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.models));
    const wire = WIRES.find((candidate) => candidate.matches(path));
    const text = await textOf(request);
    if (wire === undefined) return void response.writeHead(404).end('{}');
    const body = JSON.parse(text) as JsonObject;
    const asked = this.#read(wire, path, body, request);
    this.seen.push(asked);
    const fault = this.faults.length > 0 ? (this.faults.shift() ?? null) : this.always;
    if (asked.refused.length > 0) return refuse(response, wire, 400, asked.refused.join(' '));
    await this.#answer(wire, asked, fault, response);
  }

  #read(wire: Wire, path: string, body: JsonObject, request: IncomingMessage): Asked {
    const dialect = dialectOf(wire.dialect);
    const { frame, messages } = dialect.decode(body);
    const model = wire.model(path, body);
    const count = counterFor(model);
    const tokens = messages.reduce((sum, message) => sum + count.message(message), count.frame(frame));
    return {
      path,
      query: (request.url ?? '').slice(path.length),
      dialect: wire.dialect,
      model,
      body,
      system: frame.system,
      messages,
      tokens,
      headers: request.headers,
      refused: [
        ...dialect.validate(body).map(({ message }) => message),
        ...(wire === anthropicWire ? [...deferredRefusals(body), ...messageSystemRefusals(body)] : []),
        ...(this.manner.binds && wire === anthropicWire ? bindingRefusals(body) : []),
        ...(wire === geminiWire ? usersInARow(body) : []),
      ],
    };
  }

  async #answer(wire: Wire, asked: Asked, fault: Fault | null, response: ServerResponse): Promise<void> {
    const { window = Number.POSITIVE_INFINITY, factor = 1, answer = () => ({ text: 'Understood.' }) } = this.manner;
    const billed = Math.ceil(asked.tokens * factor);
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.socket?.destroy();
    if (fault === 'html')
      return void response
        .writeHead(502, { 'content-type': 'text/html' })
        .end('<html><body><h1>502 Bad Gateway</h1></body></html>');
    if (fault === 'garbage') return void response.writeHead(200, { 'content-type': 'application/json' }).end('}{ not json');
    if (fault === 'overflow' || billed > window) {
      const said = wire.tooLong(
        Math.max(billed, window === Number.POSITIVE_INFINITY ? billed : window + 1),
        Math.min(window, billed),
      );
      const events = wire.isStream(asked.path, asked.body) ? wire.tooLongEvents?.(said.message) : undefined;
      return events === undefined ? refuse(response, wire, said.status, said.message) : stream(events, wire, null, response);
    }
    if (fault === 'overflow-inside') {
      const begun = wire === anthropicWire ? wire.events({}, NO_BILL).slice(0, 2) : [];
      return stream([...begun, wire.trouble(wire.tooLong(billed, billed - 1).message)], wire, null, response);
    }
    if (typeof fault === 'object' && fault !== null && 'status' in fault)
      return refuse(
        response,
        wire,
        fault.status,
        fault.message ?? 'The fake upstream refuses this on purpose.',
        fault.retryAfter,
      );
    const given: Said = fault === 'empty' ? { text: '' } : await answer(asked);
    const messages = asked.body.messages as readonly unknown[] | undefined;
    const said =
      this.manner.binds && wire === anthropicWire && given.thinking !== undefined
        ? { ...given, signature: boundSignature(asked.body, messages?.length ?? 0, given.thinking) }
        : given;
    const lie = typeof fault === 'object' && fault !== null && 'bill' in fault ? fault.bill : 1;
    const input = Math.ceil(billed * lie);
    const cached = this.manner.caches ? this.#cache.take(asked.dialect, asked.body, asked.model, input) : { read: 0, write: 0 };
    const bill: Bill = { serial: ++this.#answers, input, output: Math.ceil(countText(said.text ?? '') * lie) + 4, ...cached };
    this.bills.push(bill);
    if (!wire.isStream(asked.path, asked.body)) {
      if (fault === 'cut')
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(wire.body(said, bill)).slice(0, 30));
      if (fault === 'fail-inside') return refuse(response, wire, 500, 'Internal trouble');
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wire.body(said, bill)));
    }
    // Google streams a JSON list where no event stream is asked for.
    if (wire === geminiWire && !/[?&]alt=sse(?:&|$)/.test(asked.query))
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(
        `[${wire
          .events(said, bill)
          .map((event) => event.slice('data: '.length).trim())
          .join(',\r\n')}]`,
      );
    this.open++;
    await stream(wire.events(said, bill), wire, fault, response).finally(() => this.open--);
  }
}

async function stream(events: readonly string[], wire: Wire, fault: Fault | null, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const middle = Math.max(2, Math.floor(events.length / 2));
  for (const [index, event] of events.entries()) {
    if (index === middle && fault === 'cut') return void response.end();
    if (index === middle && fault === 'fail-inside') return void response.end(wire.trouble('Overloaded'));
    if (typeof fault === 'object' && fault !== null && 'drip' in fault) {
      if (index === events.length - 1 && !response.destroyed) await Promise.race([fault.until, once(response, 'close')]);
      await new Promise((later) => setTimeout(later, fault.drip));
    }
    if (response.destroyed) return;
    response.write(event);
  }
  response.end();
}

function refuse(response: ServerResponse, wire: Wire, status: number, message: string, retryAfter?: number): void {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
  response.writeHead(status, headers).end(JSON.stringify(wire.refusal(status, message)));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
