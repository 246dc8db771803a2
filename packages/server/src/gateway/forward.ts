import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

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

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
};

/** Where requests go, as a connection wants to know it. */
export interface Upstream {
  readonly host: string;
  /** What paths begin with there. */
  readonly path: string;
  readonly isSecure: boolean;
  readonly connection: { readonly protocol: string; readonly hostname: string; readonly port: string; readonly agent: HttpAgent };
}

/** An upstream by its base. */
export function upstreamAt(base: URL): Upstream {
  const { protocol, hostname, port, host, pathname } = base;
  const isSecure = protocol === 'https:';
  const agent = agents[isSecure ? 'https:' : 'http:'];
  return {
    host,
    path: pathname.replace(/\/$/, ''),
    isSecure,
    connection: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, agent },
  };
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

/** Sends a request on and gives the answer as soon as its head is there; nothing of either is changed. */
export function forward({ to, method, url, rawHeaders, body, signal }: Forwarded): Promise<IncomingMessage> {
  const headers = ['host', to.host, ...passedOn(rawHeaders)];
  if (body.length > 0 || method === 'POST' || method === 'PUT' || method === 'PATCH')
    headers.push('content-length', String(body.length));
  const send = to.isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const begin = (again: boolean) => {
      if (signal.aborted) return reject(signal.reason);
      const out = send({ ...to.connection, method, path: `${to.path}${url}`, headers });
      signal.addEventListener('abort', () => out.destroy(), { once: true });
      out.on('response', resolve).on('error', (error: NodeJS.ErrnoException) => {
        // A connection that was kept open may be closed by the other side just as it is used again: nothing was read of the request then.
        if (!again && out.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted) begin(true);
        else reject(error);
      });
      out.end(body);
    };
    begin(false);
  });
}

/** Headers for the other side, names and values in turn: all that do not belong to the connection they came over. */
export function passedOn(raw: readonly string[]): string[] {
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
