import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
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

/** A request as it goes to an upstream. */
export interface Forwarded {
  readonly base: URL;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/** Sends a request on and gives the answer as soon as its head is there; nothing of either is changed. */
export function forward({ base, method, url, rawHeaders, body, signal }: Forwarded): Promise<IncomingMessage> {
  const secure = base.protocol === 'https:';
  const headers: OutgoingHttpHeaders = passedOn(rawHeaders);
  if (body.length > 0 || method === 'POST' || method === 'PUT' || method === 'PATCH') headers['content-length'] = body.length;
  return new Promise((resolve, reject) => {
    const begin = (again: boolean) => {
      const out = (secure ? httpsRequest : httpRequest)({
        protocol: base.protocol,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port,
        method,
        path: `${base.pathname.replace(/\/$/, '')}${url}`,
        headers: { ...headers, host: base.host },
        agent: agents[secure ? 'https:' : 'http:'],
        signal,
      });
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

/** Headers for the other side, a name that comes twice with both values. */
export function passedOn(raw: readonly string[]): Record<string, string | string[]> {
  const named = connectionNames(raw);
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const lower = name.toLowerCase();
    if (OWN_CONNECTION.has(lower) || named.has(lower) || lower.startsWith('x-tenfold-')) continue;
    const value = raw[at + 1] as string;
    const known = headers[name];
    headers[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
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
