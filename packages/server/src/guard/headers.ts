import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { finished } from 'node:stream/promises';
import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { Refused } from '../problem.ts';

/**
 * What a page of this server may load: itself. Images may be inline data but never remote, so that no text can call
 * home; styles may be set by scripts of ours; the counter's compiled table is WebAssembly. Text becomes markup or a script
 * only through the one policy of the app, which lets neither pass.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Headers every answer carries. */
const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Page that draws diagrams for the app: a library makes markup there, so nothing but its scripts may come in and nothing go out. */
const DRAWING = '/diagrams.html';
const DRAWING_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
} as const;

const SECURED = 'secured';

/** How long the rest of a request is waited for that is refused, and how much of it may come. */
const REST = { ms: 30_000, bytes: 64 * 1024 * 1024 };

/**
 * Sets the headers on every answer that does not carry them yet. Who is refused before their body was read is answered when it has
 * come, since many look for no answer before; and is told that the connection ends, which it does under what comes later.
 */
export const answerHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { req, res } = context;
  if (res.status >= 400 && sendsBody(req) && !req.raw.bodyUsed) {
    res.headers.set('connection', 'close');
    const incoming: IncomingMessage | undefined = context.env?.incoming;
    if (incoming !== undefined && Number(req.header('content-length') ?? 0) <= REST.bytes) await restOf(incoming);
  }
  if (context.get(SECURED) === true) return;
  const { headers } = context.res;
  const own = context.req.path === DRAWING ? { ...SECURITY_HEADERS, ...DRAWING_HEADERS } : SECURITY_HEADERS;
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
};

/** Reads what still comes of a request, and forgets it. */
async function restOf(incoming: IncomingMessage): Promise<void> {
  const enough = new AbortController();
  let bytes = 0;
  incoming.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > REST.bytes) enough.abort();
  });
  try {
    await finished(incoming, { signal: AbortSignal.any([enough.signal, AbortSignal.timeout(REST.ms)]) });
  } catch {
    // It takes too long, is too much, or whoever sent it has left.
    incoming.pause();
  }
}

function sendsBody(req: HonoRequest): boolean {
  return Number(req.header('content-length') ?? 0) > 0 || req.header('transfer-encoding') !== undefined;
}

/** A JSON answer with all headers from the start: changing those of a response afterwards costs more than making it. */
export function dressedJson(context: Context, body: string | ReadableStream, status: number): Response {
  context.set(SECURED, true);
  return new Response(body, { status, headers: JSON_HEADERS });
}

const JSON_HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'content-type': 'application/json' };

/**
 * Only requests that name this server exactly are its own: a foreign name that was made to point here (DNS rebinding) is
 * refused, whatever page sent it. Pages of other sites may not call, whatever the method: neither by their origin nor by
 * what the browser says of it. What changes something must be JSON: a type that such a page cannot send without asking first.
 */
export function refuseForeign(own: ReadonlySet<string>): MiddlewareHandler {
  return async ({ req }, next) => {
    if (!own.has(req.header('host')?.toLowerCase() ?? ''))
      throw new Refused('forbidden-host', 'The request names a host that is not this server.', {
        todo: `Use one of ${[...own].join(', ')}.`,
      });
    const origin = req.header('origin');
    const site = req.header('sec-fetch-site');
    const isForeign = origin !== undefined && !isOwn(origin, own);
    const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (isForeign || (isCrossSite && !isVisit(req)))
      throw new Refused('forbidden-origin', 'The request comes from a page that is not of this server.', {
        todo: 'Open the app at its own address and try again from there.',
      });
    const type = req.header('content-type');
    const isJson = type !== undefined && /^application\/json\s*(;|$)/i.test(type);
    if (!isJson && (type !== undefined || WITH_BODY.has(req.method)))
      throw new Refused('unsupported-media-type', `The request is ${type ?? 'of no stated type'}, and only JSON is read.`, {
        todo: 'Send it with `content-type: application/json`.',
      });
    await next();
  };
}

/** Following a link to the app from elsewhere is fine: it shows the app and calls nothing. */
function isVisit(request: HonoRequest): boolean {
  const { method, path } = request;
  return method === 'GET' && !path.startsWith('/api/') && path !== '/metrics' && request.header('sec-fetch-mode') === 'navigate';
}

function isOwn(origin: string, hosts: ReadonlySet<string>): boolean {
  const [, host] = /^https?:\/\/([^/?#@\\]+)$/.exec(origin.toLowerCase()) ?? [];
  return host !== undefined && hosts.has(host);
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Host headers that name a server: the names it is reached by, with its port, and the one people know it by. */
export function hostsOf(names: readonly string[], port: number, publicUrl?: string): ReadonlySet<string> {
  const own = names.map((name) => `${name.includes(':') ? `[${name}]` : name}:${port}`.toLowerCase());
  return new Set([...own, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])]);
}

/** What is known of a request from its connection. */
interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Where a request comes from. */
export type ClientAddress = (request: Incoming | undefined) => string;

/**
 * Where requests come from: what is at the other end of the connection, or, where that is a proxy that is trusted, the nearest address
 * it tells of that is no trusted proxy itself. What others write into the header counts for nothing.
 */
export function clientAddress(trusted: readonly string[] = []): ClientAddress {
  const proxies = proxiesOf(trusted);
  return (request) => {
    const nearest = plain(request?.socket.remoteAddress ?? 'unknown');
    if (trusted.length === 0 || !isIn(proxies, nearest)) return nearest;
    const told = String(request?.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => plain(part.trim()));
    return told.findLast((address) => isIP(address) !== 0 && !isIn(proxies, address)) ?? nearest;
  };
}

/** True for what names an address or a range of them. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function proxiesOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of trusted) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4 address that came over IPv6 as itself. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
