import { lookup as systemLookup } from 'node:dns/promises';
import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { AddressRefused, RedirectRefused } from './address-refused.ts';
import { AnswerEndless } from './answer-endless.ts';
import { addressClass, bareHost, isForbiddenHost } from './endpoint-address.ts';

/** One address a name stands for. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Where requests may go. */
export interface NetworkPolicy {
  /** Private ranges and loopback: open where one person runs their own servers, closed where many share one. */
  readonly privateAddresses?: boolean;
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/** A connection that lies idle is closed before its server does so in the middle of a request. */
const IDLE_MS = 4_000;
/** An error is told in a few words; a page or a flood is read no further. */
const MAX_ERROR_BYTES = 16_384;
/** The longest answer of any model in one piece, and as a stream of events of which each carries a word. */
const MAX_JSON_BYTES = 16 * 2 ** 20;
const MAX_STREAM_BYTES = 128 * 2 ** 20;
/** One event of such a stream, which is a line: what is put together of it is looked through with every piece. */
const MAX_LINE_BYTES = MAX_JSON_BYTES;
/** Origins that are remembered for being callable. */
const MAX_CALLABLE = 256;
const NEW_LINE = 0x0a;
const BODILESS = new Set([204, 205, 304]);
/** What stands behind a status and is no part of any word. */
const UNPRINTABLE = /[^\x20-\x7e]/g;
const ignore = () => {};
/** Ports at which something else listens that could take a request for its own commands. */
const OTHER_PROTOCOLS = new Set(['21', '22', '23', '25', '110', '119', '143', '465', '587', '993', '995', '6000', '6667']);

/**
 * The only way out: a `fetch` that checks every address a name resolves to, connects to those it checked and no others, and
 * follows no redirect.
 */
export function guardedFetch(policy: NetworkPolicy = {}): typeof fetch {
  const lookup = checkedLookup(policy);
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS, lookup }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS, lookup }),
  };
  // What an address says of itself stays so; what a name stands for is looked at with every connection.
  const callable = new Set<string>();
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.username !== '' || url.password !== '') throw new AddressRefused('A user or password stands in the address.');
    if (!callable.has(url.origin)) {
      refuseAddress(url, policy);
      if (callable.size >= MAX_CALLABLE) callable.clear();
      callable.add(url.origin);
    }
    // What states its length comes in pieces.
    const isStream = request.headers.has('content-length');
    const body = request.body === null || isStream ? null : Buffer.from(await request.arrayBuffer());
    const signal = init?.signal ?? request.signal;
    signal.throwIfAborted();
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const out = send(url, {
      agent: agents[url.protocol as keyof typeof agents],
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        'accept-encoding': 'identity',
        ...(body === null ? {} : { 'content-length': String(body.length) }),
      },
    });
    // By hand: once the answer is whole, its connection is another request's, which an abort must not end.
    const stop = () => void out.destroy();
    const done = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    // What goes wrong behind the head of an answer is told to who reads it.
    out.on('close', done).on('error', ignore);
    if (isStream && request.body !== null) pipeline(request.body, out, ignore);
    else out.end(body ?? undefined);
    let incoming: IncomingMessage | undefined;
    try {
      [incoming] = await Promise.race([once(out, 'response'), once(out, 'close')]);
      // A connection that was switched to another protocol is closed without an error.
      if (incoming === undefined) throw new Error('socket closed without an answer');
    } catch (error) {
      throw signal.aborted ? signal.reason : reasonFor(error as Error);
    }
    return responseOf(incoming.on('end', done), url, signal);
  };
}

/** Refuses what is never called, by the scheme, host and port of an address. */
function refuseAddress(url: URL, { privateAddresses = true }: NetworkPolicy): void {
  const host = bareHost(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new AddressRefused('Only http and https addresses are called.');
  if (OTHER_PROTOCOLS.has(url.port)) throw new AddressRefused(`Port ${url.port} belongs to another protocol.`);
  if (isForbiddenHost(url)) throw new AddressRefused(`${host} is a link-local or metadata address.`);
  // A name is looked at when it is resolved; an address is never resolved.
  if (!privateAddresses && isIP(host) !== 0) refuseResolved(host, [{ address: host, family: isIP(host) }], false);
}

function refuseResolved(host: string, found: readonly ResolvedAddress[], privateAddresses: boolean): void {
  const classes = found.map(({ address }) => addressClass(address));
  if (found.length === 0 || classes.includes('forbidden'))
    throw new AddressRefused(`${host} stands for a link-local or metadata address.`);
  if (!privateAddresses && classes.includes('private'))
    throw new AddressRefused(
      `${host} is in a private network, which this server does not call unless its operator allows it (TENFOLD_PRIVATE_ADDRESSES=1).`,
    );
}

/** Resolves for a socket that is about to connect: what is checked is what is connected to. */
function checkedLookup({ privateAddresses = true, resolve = resolved }: NetworkPolicy): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        try {
          refuseResolved(host, found, privateAddresses);
        } catch (error) {
          return done(error as Error, []);
        }
        if (options.all)
          return done(
            null,
            found.map(({ address, family }) => ({ address, family })),
          );
        const [{ address, family }] = found as [ResolvedAddress];
        done(null, address, family);
      },
      (error: Error) => done(error, []),
    );
  };
}

function resolved(host: string): Promise<readonly ResolvedAddress[]> {
  return systemLookup(host, { all: true });
}

/** Providers' libraries know a network error by the form `fetch` gives it. */
function reasonFor(error: Error): Error {
  return error instanceof AddressRefused || error instanceof AnswerEndless
    ? error
    : new TypeError('fetch failed', { cause: error });
}

function responseOf(incoming: IncomingMessage, url: URL, signal: AbortSignal): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = incoming;
  if (status >= 300 && status < 400 && status !== 304) {
    incoming.on('error', ignore).destroy();
    throw new RedirectRefused(url.host);
  }
  // Of what is below 200 no answer can be made either: its connection would stay open, unread.
  if (status < 200 || status > 599) {
    incoming.on('error', ignore).destroy();
    throw reasonFor(Object.assign(new Error(`status ${status}`), { code: 'HPE_INVALID_STATUS' }));
  }
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value);
  headers.delete('content-encoding');
  if (BODILESS.has(status)) incoming.on('error', ignore).resume();
  const body = BODILESS.has(status) ? null : streamOf(incoming, signal);
  return new Response(body, { status, statusText: statusText.replace(UNPRINTABLE, ''), headers });
}

function streamOf(incoming: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  // Nothing packed is asked for; some servers send it all the same.
  const packed = incoming.headers['content-encoding'] ?? 'identity';
  const unpacker = packed === 'br' ? createBrotliDecompress : createUnzip;
  const plain: Readable = packed === 'identity' ? incoming : pipeline(incoming, unpacker(), ignore);
  // Whoever reads hears of an error; while nobody does, it must not end the process.
  for (const stream of [incoming, plain]) stream.on('error', ignore);
  const pieces = plain[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const isError = (incoming.statusCode ?? 0) >= 400;
  const isJson = incoming.headers['content-type']?.includes('json') === true;
  const isEvents = incoming.headers['content-type']?.includes('event-stream') === true;
  const most = isError ? MAX_ERROR_BYTES : isJson ? MAX_JSON_BYTES : MAX_STREAM_BYTES;
  let room = most;
  let line = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) return controller.close();
        if (value.length > room && !isError) throw new AnswerEndless(`${most >> 20} MB`);
        const end = value.lastIndexOf(NEW_LINE);
        line = end === -1 ? line + value.length : value.length - end - 1;
        if (isEvents && line > MAX_LINE_BYTES) throw new AnswerEndless(`${MAX_LINE_BYTES >> 20} MB in one line`);
        controller.enqueue(new Uint8Array(value.subarray(0, room)));
        room -= Math.min(room, value.length);
        if (room > 0) return;
        controller.close();
        incoming.destroy();
      } catch (error) {
        incoming.destroy();
        controller.error(signal.aborted ? signal.reason : reasonFor(error as Error));
      }
    },
    cancel: () => void incoming.destroy(),
  });
}
