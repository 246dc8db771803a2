import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@tenfold/core';
import { AnswerReader, overflowIn, reasonToStepAside, type WireId } from '@tenfold/dialects';
import { type ChainOptions, type Chains, type Log, type Outgoing, RecordFailed } from '@tenfold/session';
import { bodyText, textCopy } from './coding.ts';
import { forward, passedOn } from './forward.ts';
import { type GatewayRoute, isStreamed, modelOf, routeOf, type Vendor } from './gateway-route.ts';
import { type Passage, Traffic } from './traffic.ts';
import { errorEvent, overflowError, pingEvent, type VendorError, vendorError } from './vendor-error.ts';

/** How the gateway runs. */
export interface GatewayOptions extends Omit<ChainOptions, 'summarizer'> {
  /** Where each vendor's requests go. */
  readonly upstreams: Readonly<Record<Vendor, string>>;
  /** Who answers asks: the embedded summariser when not given, or a profile. */
  readonly summarizer?: `profile:${string}`;
  /** What happens to requests while the record cannot be written; refused when not given. */
  readonly onStoreFailure?: 'closed' | 'pass';
}

/** The vendors' own addresses. */
export const VENDOR_URLS: Readonly<Record<Vendor, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  gemini: 'https://generativelanguage.googleapis.com',
};

/** Bytes of a request that are taken. */
const MAX_BODY = 128 * 1024 * 1024;
/** A stream that waits for a fold longer than this is begun and kept alive. */
const PING_AFTER_MS = 5_000;

/** Stands between clients and the vendors' APIs. */
export interface Gateway {
  readonly traffic: Traffic;
  readonly options: GatewayOptions;
  /** Answers a request if its path is a vendor's. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A request under way. */
interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: GatewayRoute;
  readonly body: Buffer;
  readonly signal: AbortSignal;
  readonly start: number;
}

/** The gateway over the chains of a store. */
export function gatewayOn(chains: Chains, options: GatewayOptions, log: Log): Gateway {
  const traffic = new Traffic();
  const bases = mapValues(options.upstreams, baseOf);
  const send = ({ route, request, signal }: Call, body: Buffer, rawHeaders = request.rawHeaders) =>
    forward({
      base: bases[route.vendor],
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      rawHeaders,
      body,
      signal,
    });
  const serve = async (request: IncomingMessage, response: ServerResponse, route: GatewayRoute) => {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort());
    const start = performance.now();
    try {
      const body = await readBody(request);
      if (body === null)
        return refuse(response, route.vendor, vendorError(route.vendor, 413, 'The request is larger than the gateway takes.'));
      const call: Call = { request, response, route, body, signal: leaving.signal, start };
      await (route.wire === null ? pass(call) : manage(call, route.wire));
    } catch (error) {
      // Who has left, in the middle of the request or of its answer, needs no answer.
      if (leaving.signal.aborted || !request.complete) return;
      log.warn('gateway-failed', { vendor: route.vendor, reason: String(error) });
      const message = `The gateway could not reach ${bases[route.vendor].host}: ${error instanceof Error ? error.message : String(error)}. Nothing was changed; try again.`;
      refuse(response, route.vendor, vendorError(route.vendor, 502, message));
    }
  };
  const pass = async (call: Call) => relay(call, await send(call, call.body), {}, null);

  const manage = async (call: Call, wire: WireId) => {
    const { request, response, route } = call;
    const path = pathOf(request);
    const text = await bodyText(call.body, one(request.headers['content-encoding']));
    const body = text === null ? undefined : parsed(text);
    if (text === null || body === undefined) return pass(call);
    const passage = traffic.begin({ at: Date.now(), ...whoSent(request), wire, model: modelOf(wire, path, body) });
    const streamed = isStreamed(wire, path, body);
    const headers: Record<string, string> = { 'x-tenfold-request-id': passage.id };
    const aside = one(request.headers['x-tenfold-bypass']) === '1' ? 'bypass' : reasonToStepAside(wire, body);
    let out: Outgoing | null = null;
    if (aside !== null) {
      passage.aside = aside;
      headers['x-tenfold-aside'] = aside;
    } else {
      const strategy = one(request.headers['x-tenfold-strategy']);
      const asked = { wire, model: passage.model, body, text, ...(strategy === undefined ? {} : { strategy }) };
      try {
        out = await kept(call, streamed, headers, chains.send(asked, chainOptions(options)));
      } catch (error) {
        if (!(error instanceof RecordFailed)) throw error;
        if (options.onStoreFailure !== 'pass') {
          const told = `Tenfold cannot write its record (${error.message}), so nothing was sent. Free space or mend its home, then try again; or start the gateway with --on-store-failure pass.`;
          finish(passage, call, 503, 'record-failed');
          return refuse(response, route.vendor, vendorError(route.vendor, 503, told, { 'x-tenfold-request-id': passage.id }));
        }
        passage.aside = 'unmanaged';
        headers['x-tenfold-unmanaged'] = '1';
      }
    }
    try {
      await exchange({ call, wire, passage, streamed, headers, text, out });
    } catch (error) {
      if (passage.totalMs === null) finish(passage, call, 502, call.signal.aborted ? 'client-left' : 'unreachable');
      throw error;
    }
  };

  const exchange = async (terms: Exchange, retried = false): Promise<void> => {
    const { call, wire, passage, streamed, headers, text, out } = terms;
    if (out !== null) {
      note(passage, out);
      Object.assign(headers, headersOf(out, options));
      if (out.cannotFit !== null) {
        finish(passage, call, 400, 'cannot-fit');
        return refuse(call.response, call.route.vendor, overflowError(call.route.vendor, out.cannotFit), headers);
      }
    }
    traffic.keep(passage.id, { path: pathOf(call.request), received: text, sent: out?.text ?? text });
    traffic.changed(passage);
    const changed = out?.isChanged === true;
    const begun = call.response.headersSent;
    // What was packed goes out plain where it was changed, and an answer to a stream that was begun while it waited must come plain.
    const dropped = [...(changed ? ['content-encoding'] : []), ...(begun ? ['accept-encoding'] : [])];
    const answer = await send(
      call,
      changed ? Buffer.from(out?.text ?? '') : call.body,
      dropped.length === 0 ? call.request.rawHeaders : without(call.request.rawHeaders, dropped),
    );
    const status = answer.statusCode ?? 502;
    const mayBeTooLong = (status === 400 || status === 413 || status === 422) && out !== null && !retried;
    if (mayBeTooLong || (begun && status >= 400)) {
      const refusal = await readBody(answer);
      const said = refusal === null ? null : await bodyText(refusal, one(answer.headers['content-encoding']));
      const next = mayBeTooLong && said !== null && overflowIn(said) !== null ? await out.tooLong() : null;
      if (next !== null) return exchange({ ...terms, out: next, headers: { ...headers, 'x-tenfold-retried': '1' } }, true);
      finish(passage, call, status, null);
      if (begun) {
        const body = parsed(said ?? '') ?? vendorError(call.route.vendor, status, said ?? '').body;
        return refuse(call.response, call.route.vendor, { status, body });
      }
      begin(call, answer, headers);
      return void call.response.end(refusal ?? '');
    }
    const isStream = streamed && /text\/event-stream/i.test(String(answer.headers['content-type'] ?? ''));
    const reader = status < 300 ? new AnswerReader(wire, isStream) : null;
    passage.firstMs = performance.now() - call.start;
    await relay(call, answer, headers, reader);
    const read = reader?.end() ?? null;
    passage.billed = read?.billed ?? null;
    finish(passage, call, status, null);
    if (read !== null && out !== null) await out.answered(read);
  };
  const finish = (passage: Passage, call: Call, status: number, error: string | null) => {
    passage.status = status;
    passage.error = error;
    passage.totalMs = performance.now() - call.start;
    traffic.finish(passage);
  };
  return {
    traffic,
    options,
    handle(request, response) {
      const route = routeOf(request.method ?? 'GET', pathOf(request), request.headers);
      if (route === null) return false;
      void serve(request, response, route);
      return true;
    },
  };
}

interface Exchange {
  readonly call: Call;
  readonly wire: WireId;
  readonly passage: Passage;
  readonly streamed: boolean;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly out: Outgoing | null;
}

/** Passes an answer on, chunk by chunk, at the pace of who reads it; a copy of its text goes to the reader. */
async function relay(
  call: Call,
  answer: IncomingMessage,
  headers: Record<string, string>,
  reader: AnswerReader | null,
): Promise<void> {
  const { response } = call;
  const copy = reader === null ? null : textCopy(one(answer.headers['content-encoding']), (text) => reader.push(text));
  begin(call, answer, headers);
  await new Promise<void>((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      copy?.push(chunk);
      if (!response.write(chunk)) {
        answer.pause();
        response.once('drain', () => answer.resume());
      }
    });
    answer.on('end', resolve).on('error', () => {
      // The upstream broke off: so does this, and the client knows what it has.
      response.destroy();
      resolve();
    });
    answer.on('close', resolve);
    response.on('close', () => {
      if (!response.writableFinished) answer.destroy();
      resolve();
    });
  });
  if (!response.destroyed) response.end();
  await copy?.end();
}

function begin({ response }: Call, answer: IncomingMessage, headers: Record<string, string>): void {
  if (response.headersSent) return;
  const passed = passedOn(answer.rawHeaders);
  const length = answer.headers['content-length'];
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, {
    ...passed,
    ...(length === undefined ? {} : { 'content-length': length }),
    ...headers,
  });
}

/** Waits for what is to be sent; a stream that waits long is begun and kept alive. */
async function kept(call: Call, streamed: boolean, headers: Record<string, string>, work: Promise<Outgoing>): Promise<Outgoing> {
  if (!streamed) return work;
  const { response, route } = call;
  const timer = setInterval(() => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers });
    response.write(pingEvent(route.vendor));
  }, PING_AFTER_MS);
  return work.finally(() => clearInterval(timer));
}

function refuse(response: ServerResponse, vendor: Vendor, error: VendorError, headers: Record<string, string> = {}): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) return void response.end(errorEvent(vendor, error));
  response.writeHead(error.status, { 'content-type': 'application/json', ...error.headers, ...headers });
  response.end(JSON.stringify(error.body));
}

function note(passage: Passage, out: Outgoing): void {
  passage.session = out.session;
  passage.branch = out.branch;
  passage.before = out.before;
  passage.after = out.after;
  passage.folds = out.folds;
  passage.strategy = out.strategy;
  passage.aside = out.aside;
}

function headersOf(out: Outgoing, { observe }: GatewayOptions): Record<string, string> {
  return {
    'x-tenfold-session': out.session,
    'x-tenfold-tokens-before': String(out.before),
    'x-tenfold-tokens-after': String(out.after),
    'x-tenfold-strategy': out.strategy,
    ...(observe ? { 'x-tenfold-observe': '1' } : {}),
    ...(out.aside === null ? {} : { 'x-tenfold-aside': out.aside }),
  };
}

function chainOptions({ room, strategy, observe, summarizer }: GatewayOptions): ChainOptions {
  const profile = summarizer?.startsWith('profile:') ? summarizer.slice('profile:'.length) : undefined;
  return {
    ...(room === undefined ? {} : { room }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(observe === undefined ? {} : { observe }),
    ...(profile === undefined ? {} : { summarizer: profile }),
  };
}

/** Who sent a request, as far as it says: its program, and what that calls its session. */
function whoSent({ headers }: IncomingMessage): Pick<Passage, 'client' | 'group'> {
  const agent = one(headers['user-agent']) ?? '';
  const client = /^[\w.@-]+(?:\/[\w.-]+)?/.exec(agent)?.[0] ?? 'unknown';
  const group =
    one(headers['x-claude-code-session-id']) ??
    one(headers['session-id']) ??
    one(headers['session_id']) ??
    one(headers['x-session-id']) ??
    null;
  return { client, group };
}

/** A whole body; null when it is too large. What is too much is read all the same, or the answer to it would not arrive. */
async function readBody(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  if (size > MAX_BODY) return null;
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function without(raw: readonly string[], names: readonly string[]): string[] {
  return raw.filter((_, at) => !names.includes((raw[at - (at % 2)] as string).toLowerCase()));
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/s, '');
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** A base as it is configured; clients' paths begin with the version, so one at its end is not said twice. */
function baseOf(url: string): URL {
  return new URL(url.replace(/\/v1(?:beta)?\/?$/, ''));
}

function mapValues<K extends string, V, R>(given: Readonly<Record<K, V>>, map: (value: V) => R): Record<K, R> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, map(value as V)])) as Record<K, R>;
}
