import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { isLoopback } from '../process/settings.ts';
import type { Proxies } from './proxies.ts';
import { forwardedHeaders, headerPairs, type RawHeaders } from './raw-headers.ts';
import { hasNoBody, UpstreamAnswer } from './upstream-answer.ts';

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
  readonly rawHeaders: RawHeaders;
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
    headers: to.isProxied ? headersByName(forwardedHeaders(rawHeaders)) : ['host', to.host, ...forwardedHeaders(rawHeaders)],
    body: given.body,
  };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    to.connections.dispatch(request, new AnswerReceiver(signal, { resolve, reject }));
  });
}

/** Headers by name, as what speaks to proxies takes them; it adds the host. */
function headersByName(raw: RawHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of headerPairs(raw))
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  return headers;
}

type Head = Pick<PromiseWithResolvers<UpstreamAnswer>, 'resolve' | 'reject'>;

/** Receives what comes of a request; `head` is settled once its first line and headers are there, or none will be. */
class AnswerReceiver implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #head: Head;
  #answer: UpstreamAnswer | null = null;
  #abort: (() => void) | null = null;

  constructor(signal: AbortSignal, head: Head) {
    this.#signal = signal;
    this.#head = head;
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
    // Some of what parsers take there cannot be said again.
    const sayable = statusText.replace(/[^\t\x20-\x7e]/g, '');
    this.#answer = new UpstreamAnswer({ status, statusText: sayable, rawHeaders }, { resume, abort: () => this.#abort?.() });
    this.#head.resolve(this.#answer);
    // Such an answer ends with its head, whatever length that names.
    if (hasNoBody(status)) this.#answer.finish(true);
    return true;
  }

  onData(chunk: Buffer): boolean {
    return this.#answer?.push(chunk) ?? true;
  }

  onComplete(): void {
    this.#stopListening();
    this.#answer?.finish(true);
  }

  onError(error: Error): void {
    this.#stopListening();
    if (this.#answer === null) this.#head.reject(error);
    else this.#answer.finish(false);
  }

  #stopListening(): void {
    if (this.#abort !== null) this.#signal.removeEventListener('abort', this.#abort);
    this.#abort = null;
  }
}
