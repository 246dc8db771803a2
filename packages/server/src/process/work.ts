import { openTenfold } from '@tenfold/session';
import { Hono } from 'hono';
import { doorOf, onlyAdmins, signIn } from '../guard/door.ts';
import { hostsOf, refuseForeign } from '../guard/headers.ts';
import { type ServerMetrics, serverMetrics } from '../metrics.ts';
import { problemResponse, refusalOf } from '../problem.ts';
import { checkInBackground } from './check-home.ts';
import { refuseWhileMoved } from './claim-home.ts';
import { type Home, openHome } from './home.ts';
import { type Listening, listen, namesOf } from './listen.ts';
import { ownStrategies } from './own-strategies.ts';
import { ownToolServers } from './own-tool-servers.ts';
import type { ServerDependencies } from './serve-home.ts';
import { DRAIN, type ServeSettings } from './settings.ts';

/** A worker that runs. */
interface Working {
  readonly on: string;
  /** Port of its metrics; null where it has none. */
  readonly metricsPort: number | null;
  stop(): Promise<void>;
}

/** Does the work of a store that nobody waits for, goes on with turns of servers that left, and serves nothing but its metrics, until it is stopped. */
export async function work(
  settings: ServeSettings,
  { log, environment }: Pick<ServerDependencies, 'log' | 'environment'>,
): Promise<Working> {
  const strategies = await ownStrategies(settings.strategies);
  const toolServers = await ownToolServers(settings.tools);
  const home = await openHome(settings);
  const { store, secrets, file, folder, labelKey } = home;
  try {
    await refuseWhileMoved(store);
    // What everybody stores is told by the servers.
    const metrics = serverMetrics({ labelKey, storageBytes: async () => [], streams: () => 0 });
    const facts = { pid: process.pid };
    const { observe } = metrics;
    const reach = settings.privateAddresses === undefined ? {} : { privateAddresses: settings.privateAddresses };
    const tenfold = await openTenfold({ store, strategies, toolServers, secrets, environment, log, observe, facts, ...reach });
    const listening = await serveMetrics(settings, home, metrics).catch(async (error: unknown) => {
      await tenfold.close();
      throw error;
    });
    const stopCheck = store.shared ? checkInBackground(home, tenfold, log) : () => {};
    log.info('working', { home: folder, ...(listening && { metricsPort: listening.port }) });
    return {
      on: settings.database === undefined ? folder : file,
      metricsPort: listening?.port ?? null,
      async stop() {
        stopCheck();
        if (store.shared) await tenfold.leaveTurns((settings.drain ?? DRAIN).turnsMs);
        await tenfold.close();
        await listening?.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Tells Prometheus of the work, behind the guards a server has. */
async function serveMetrics(
  { host, metricsPort, token, publicUrl }: ServeSettings,
  { store }: Home,
  metrics: ServerMetrics,
): Promise<Listening | null> {
  if (metricsPort === undefined) return null;
  const hosts = new Set<string>();
  const nobody = { admit: async () => null, meet: async () => null };
  const app = new Hono();
  app.onError((error) => problemResponse(refusalOf(error)));
  app.use(refuseForeign(hosts));
  app.get('/healthz', (context) => context.json({ ok: true }));
  app.use('/metrics', signIn(doorOf({ tenfold: { people: nobody, owner: store.owner }, token }), null));
  app.get('/metrics', async (context) => {
    onlyAdmins(context.var.caller);
    return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } });
  });
  const listening = await listen(app, host, metricsPort);
  for (const name of hostsOf(namesOf(host), listening.port, publicUrl)) hosts.add(name);
  return listening;
}
