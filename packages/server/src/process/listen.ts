import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { createAdaptorServer } from '@hono/node-server';
import type { Log } from '@tenfold/session';
import { BodiesUnderWay, type BodyLimits } from '../guard/bodies-under-way.ts';
import { oneAtATime } from '../guard/one-at-a-time.ts';
import { cutStalledReaders, type StallLimits } from '../guard/stalled-readers.ts';
import { STREAM_LIMITS, writingStreams } from '../stream/streams.ts';
import { BadSetting, isLoopback } from './settings.ts';

/** Sockets that are open for requests. */
export interface Listening {
  readonly port: number;
  /** Has every connection end with its next answer. */
  leave(): void;
  /** Takes no new connections, and leaves those that are there. */
  refuse(): void;
  /** Stops accepting, lets requests under way end, then resolves. */
  close(): Promise<void>;
}

/** What is asked before the app, of requests whose path is its own. */
export interface EarlyHandler {
  readonly path: RegExp;
  /** True where it answers the request, given what was found of its path. */
  answer(request: IncomingMessage, response: ServerResponse, found: RegExpExecArray): boolean;
}

/** How many ports after the wished one are tried. */
const TRIES = 50;

/** What answers requests. */
type App = Pick<Parameters<typeof createAdaptorServer>[0], 'fetch'>;

/** What answers on all addresses of a server. */
interface Answering {
  readonly app: App;
  readonly early: EarlyHandler | undefined;
  readonly bodies: BodiesUnderWay;
  readonly stallLimits: StallLimits | undefined;
}

/** What is told of connections, and what they may hold. */
interface ListenOptions {
  readonly log?: Pick<Log, 'warn'>;
  readonly bodyLimits?: BodyLimits;
  readonly stallLimits?: StallLimits;
}

/** Listens on a host, on the wished port or the next free one. On loopback that is both 127.0.0.1 and, where there is one, ::1. */
export async function listen(
  app: App,
  host: string,
  wished: number,
  early?: EarlyHandler,
  { log, bodyLimits, stallLimits }: ListenOptions = {},
): Promise<Listening> {
  const answering: Answering = { app, early, bodies: new BodiesUnderWay(log, bodyLimits), stallLimits };
  const addresses = isLoopback(host)
    ? [...new Set([host === 'localhost' || host === '::1' ? '127.0.0.1' : host, '::1'])]
    : [host];
  for (let port = wished; port <= Math.min(65_535, wished + TRIES); port++) {
    const servers = await listenOn(answering, addresses, port);
    if (servers !== null)
      return {
        port: portOf(servers[0]),
        leave: () => {
          for (const server of servers) server.prependListener('request', closeAfter);
        },
        refuse: () => {
          for (const server of servers) server.close();
        },
        close: () => closeAll(servers),
      };
    if (wished === 0) port = -1;
  }
  throw new BadSetting(`No port from ${wished} on is free. Choose another with --port.`);
}

function closeAfter(_: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** Every name a server is reached by from where it listens. */
export function namesOf(host: string): readonly string[] {
  const here = ['127.0.0.1', 'localhost', '::1'];
  if (isLoopback(host)) return [...new Set([...here, host])];
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  return [...new Set([...here, ...addresses, hostname()])];
}

/** Servers on all addresses and one port; null when the port is taken on any. The second address may not exist. */
async function listenOn(answering: Answering, addresses: readonly string[], wished: number): Promise<Server[] | null> {
  const servers: Server[] = [];
  for (const address of addresses) {
    const port = servers.length === 0 ? wished : portOf(servers[0]);
    try {
      servers.push(await open(answering, address, port));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (servers.length > 0 && code !== 'EADDRINUSE') continue;
      await closeAll(servers);
      if (code === 'EADDRINUSE') return null;
      throw new BadSetting(`It is not possible to listen on ${address}:${port}: ${(error as Error).message}.`);
    }
  }
  return servers;
}

function open({ app, early, bodies, stallLimits }: Answering, hostname: string, port: number): Promise<Server> {
  const server = createAdaptorServer({ fetch: writingStreams(app.fetch), hostname }) as Server;
  const inner = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  const answer = oneAtATime((request, response) => {
    const found = early?.path.exec(request.url ?? '') ?? null;
    if (found !== null && early?.answer(request, response, found)) return;
    for (const listener of inner) listener(request, response);
  });
  server.on('request', bodies.watch).on('request', answer);
  cutStalledReaders(server, stallLimits);
  // Nothing here speaks another protocol: who asks for one goes on over HTTP.
  server.on('upgrade', (_, socket) => {
    // The server has let go of this socket: what becomes of it would be nobody's, and end the process.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  // Longer than proxies and clients keep a connection that lies idle: who closes it first may close it under a request.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  // More than all streams of events together: who only asks must still get through.
  server.maxConnections = STREAM_LIMITS.most + 2_048;
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, hostname, () => resolve(server.off('error', reject)));
  });
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeIdleConnections();
      // A connection whose last answer has ended meanwhile lies idle, and would be waited for.
      const sweep = setInterval(() => server.closeIdleConnections(), 20);
      // What is still under way after a while is cut: a stop must end.
      const cut = setTimeout(() => server.closeAllConnections(), 3_000);
      return closed.finally(() => {
        clearInterval(sweep);
        clearTimeout(cut);
      });
    }),
  );
}
