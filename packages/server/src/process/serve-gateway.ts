import { randomUUID } from 'node:crypto';
import { livingProcesses, openTenfold } from '@tenfold/session';
import { Hono } from 'hono';
import { guardedGateway } from '../gateway/guarded-gateway.ts';
import { hostsOf } from '../guard/headers.ts';
import type { ReachedGateway } from './find-gateway.ts';
import { checkGateway, createGateways } from './gateways.ts';
import { openHome } from './home.ts';
import { listen, namesOf } from './listen.ts';
import { ownStrategies } from './own-strategies.ts';
import type { ServerDependencies } from './serve-home.ts';
import type { ServeSettings } from './settings.ts';

/** A gateway alone, on loopback, beside whatever else serves the home, with a run of its own on it. */
export async function serveGateway(
  settings: ServeSettings,
  { log, environment }: Pick<ServerDependencies, 'log' | 'environment'>,
): Promise<ReachedGateway> {
  const strategies = await ownStrategies(settings.strategies);
  const { store, secrets } = await openHome(settings);
  const tenfold = await openTenfold({
    store,
    strategies,
    secrets,
    environment,
    log,
    facts: { pid: process.pid },
    worker: !store.shared,
  });
  await checkGateway(tenfold, settings, { environment }).catch(async (error) => {
    await store.close();
    throw error;
  });
  const gateways = createGateways(settings, { log, environment });
  const gateway = gateways.of(tenfold);
  const hosts = new Set<string>();
  const listening = await listen(new Hono(), '127.0.0.1', settings.port, guardedGateway({ gateway, hosts }), { log });
  for (const host of hostsOf(namesOf('127.0.0.1'), listening.port)) hosts.add(host);
  const run = randomUUID();
  return {
    url: `http://127.0.0.1:${listening.port}/run/${run}`,
    passed: async () => gateway.traffic.sumsOf(run),
    async shownAt() {
      const served = (await livingProcesses(store)).find(({ facts }) => typeof facts.url === 'string');
      const session = gateway.traffic.list().find((passed) => passed.run === run && passed.session !== null)?.session;
      const path = session ? `/s/${session}/inspector` : '/traffic';
      return served === undefined ? `tenfold serve shows it at ${path}` : `${String(served.facts.url)}${path}`;
    },
    async stop() {
      await listening.close();
      gateways.close();
      await tenfold.close();
      await store.close();
    },
  };
}
