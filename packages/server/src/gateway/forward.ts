import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { isLoopback } from '../process/settings.ts';
import type { Proxies } from './proxies.ts';
import { UpstreamAnswer } from './upstream-answer.ts';

/** Headers that belong to one connection, and ours. */
const OWN_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
]);

/** How connections are kept. A model may think for long before and between its words, and how long is for the client to say. */
const CONNECTIONS: Pool.Options = { headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 30_000, connect: { timeout: 30_000 } };

const pools = new Map<string, Dispatcher>();

/** Where requests go, as a connection wants to know it. */
export interface Upstream {
  readonly origin: string;
  readonly host: string;
  /** What paths begin with there. */
  readonly path: string;
  readonly connections: Dispatcher;
  readonly isProxied: boolean;
}

/** An upstream by its base. One on this machine is reached without a proxy. */
export function upstreamAt({ origin, host, hostname, pathname }: URL, proxies: Proxies | null = null): Upstream {
  const through = isLoopback(hostname.replace(/^\[|\]$/g, '')) ? null : proxies;
  const key = through === null ? origin : JSON.stringify([origin, through]);
  const connections = pools.get(key) ?? connectionsTo(origin, through);
  pools.set(key, connections);
  return { origin, host, path: pathname.replace(/\/$/, ''), connections, isProxied: through !== null };
}

function connectionsTo(origin: string, proxies: Proxies | null): Dispatcher {
  if (proxies === null) return new Pool(origin, CONNECTIONS);
  const { http: httpProxy, https: httpsProxy, none: noProxy } = proxies;
  return new EnvHttpProxyAgent({ ...CONNECTIONS, httpProxy, httpsProxy, noProxy });
}

/** A request as it goes to an upstream. */
export interface Forwarded {
  readonly to: Upstream;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/**
 * Sends a request on and gives the answer as soon as its head is there; nothing of either is changed. It goes out once: a connection that
 * was closed while it lay idle is seen before it is used, and after any other reset a model may have worked on it, which is billed.
 */
export function forward(given: Forwarded): Promise<UpstreamAnswer> {
  const { to, method, url, rawHeaders, signal } = given;
  const request = {
    origin: to.origin,
    path: `${to.path}${url}`,
    method: method as Dispatcher.HttpMethod,
    headers: to.isProxied ? joined(forwardedHeaders(rawHeaders)) : ['host', to.host, ...forwardedHeaders(rawHeaders)],
    body: given.body,
  };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    to.connections.dispatch(request, new Receiving(signal, { resolve, reject }));
  });
}

/** Headers by name, as what speaks to proxies takes them; it adds the host. */
function joined(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    headers[name] = headers[name] === undefined ? (raw[at + 1] as string) : `${headers[name]}, ${raw[at + 1]}`;
  }
  return headers;
}

interface Tell {
  resolve(answer: UpstreamAnswer): void;
  reject(error: Error): void;
}

/** What comes of a request, as a connection tells it. */
class Receiving implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #tell: Tell;
  #answer: UpstreamAnswer | null = null;
  #abort: (() => void) | null = null;

  constructor(signal: AbortSignal, tell: Tell) {
    this.#signal = signal;
    this.#tell = tell;
  }

  onConnect(abort: () => void): void {
    this.#abort = () => abort();
    if (this.#signal.aborted) abort();
    else this.#signal.addEventListener('abort', this.#abort, { once: true });
  }

  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean {
    // What is said in between is not the answer.
    if (status < 200) return true;
    const rawHeaders = headers.map((text) => text.toString('latin1'));
    this.#answer = new UpstreamAnswer({ status, statusText, rawHeaders }, { resume, abort: () => this.#abort?.() });
    this.#tell.resolve(this.#answer);
    return true;
  }

  onData(chunk: Buffer): boolean {
    return this.#answer?.push(chunk) ?? true;
  }

  onComplete(): void {
    this.#leave();
    this.#answer?.finish(true);
  }

  onError(error: Error): void {
    this.#leave();
    if (this.#answer === null) this.#tell.reject(error);
    else this.#answer.finish(false);
  }

  #leave(): void {
    if (this.#abort !== null) this.#signal.removeEventListener('abort', this.#abort);
    this.#abort = null;
  }
}

/** Headers for the other side, names and values in turn: all that do not belong to the connection they came over. */
export function forwardedHeaders(raw: readonly string[]): string[] {
  const named = connectionNames(raw);
  const headers: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const lower = name.toLowerCase();
    if (!OWN_CONNECTION.has(lower) && !named.has(lower) && !lower.startsWith('x-tenfold-'))
      headers.push(name, raw[at + 1] as string);
  }
  return headers;
}

/** Headers that `Connection` names are of that connection too. */
function connectionNames(raw: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < raw.length; at += 2)
    if ((raw[at] as string).toLowerCase() === 'connection')
      for (const name of (raw[at + 1] as string).split(',')) names.add(name.trim().toLowerCase());
  return names;
}
