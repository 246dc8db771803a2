import type { Log, Tenfold } from '@tenfold/session';
import { type AppOptions, createApp } from '../app.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { VENDOR_URLS } from '../gateway/gateway-options.ts';
import { hostsOf } from '../guard/headers.ts';
import { serverMetrics } from '../metrics.ts';
import { listen, namesOf } from '../process/listen.ts';
import { streamsWithin } from '../stream/streams.ts';

const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The real app on a real socket over a Tenfold that does nothing but remember what was asked of it. */
export async function watchedApp(options: Partial<AppOptions> = {}) {
  const calls: string[] = [];
  const tenfold = watched(calls);
  const streams = streamsWithin('local');
  const hosts = new Set<string>();
  const app = createApp({
    tenfold,
    gatewayFor: watchedGateway,
    log: SILENT,
    metrics: serverMetrics({ labelKey: new Uint8Array(32), storageBytes: async () => [], streams: () => 0 }),
    streams,
    startup: [],
    hosts,
    token: null,
    instance: 'test',
    ready: async () => {},
    page: async () => new Response('page'),
    ...options,
  });
  const { port, close } = await listen(app, '127.0.0.1', 0);
  for (const host of hostsOf(namesOf('127.0.0.1'), port)) hosts.add(host);
  return { app, calls, port, streams, url: `http://127.0.0.1:${port}`, close };
}

/** A gateway through which one request has passed, whatever its name. */
function watchedGateway({ chains, usage }: Tenfold): Gateway {
  const gateway = createGateway({ chains, usage, strategies: [] }, { upstreams: VENDOR_URLS }, SILENT);
  const passed = gateway.traffic.begin({ at: 0, client: 'test', group: null, run: null, wire: 'anthropic', model: 'm' });
  gateway.traffic.get = () => ({ request: passed, bodies: { path: '/v1/messages', received: '{}', sent: '{}' } });
  return gateway;
}

function watched(calls: string[]): Tenfold {
  return new Proxy({} as Tenfold, {
    get: (_tenfold, group) =>
      // These are values, not groups of calls.
      group === 'strategies'
        ? []
        : group === 'owner'
          ? 'local'
          : new Proxy(
              {},
              {
                get: (_group, name) => {
                  const call = async () => {
                    calls.push(`${String(group)}.${String(name)}`);
                    throw new Error('nothing is done here');
                  };
                  return name === 'send' ? () => streamed(call) : call;
                },
              },
            ),
  });
}

/** A turn is read as it comes: who asks for one gets no promise. */
async function* streamed(call: () => Promise<never>): AsyncGenerator<never> {
  yield await call();
}
