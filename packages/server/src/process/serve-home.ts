import { counterFault } from '@tenfold/core';
import { collectGarbage, type Log, limitHeapGrowth, openTenfold, SessionError, type Tenfold } from '@tenfold/session';
import { createApp } from '../app.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { guardedGateway } from '../gateway/guarded-gateway.ts';
import { doorOf, type Limits } from '../guard/door.ts';
import { hostsOf } from '../guard/headers.ts';
import { issuerOf } from '../guard/issuer.ts';
import { type OnlyReads, onlyRead } from '../guard/only-reads.ts';
import { quotaGuard } from '../guard/quotas.ts';
import { type ServerMetrics, serverMetrics } from '../metrics.ts';
import { type StreamLimits, type Streams, streamsWithin } from '../stream/streams.ts';
import { noPages, type Pages, pagesFrom, pagesWhenAsked } from '../web/pages.ts';
import { checkInBackground } from './check-home.ts';
import type { Claim } from './claim-home.ts';
import { drain } from './drain.ts';
import { checkGateway, createGateways, type Gateways } from './gateways.ts';
import type { Home } from './home.ts';
import { type Listening, listen, namesOf } from './listen.ts';
import { ownStrategies } from './own-strategies.ts';
import { ownToolServers } from './own-tool-servers.ts';
import { releaseMemoryWhenIdle } from './release-memory.ts';
import { requestItself } from './request-itself.ts';
import { addSample } from './sample-session.ts';
import { DRAIN, isLoopback, type ServeSettings } from './settings.ts';
import { startupValues } from './startup-values.ts';

/** What a server gets beside its settings. */
export interface ServerDependencies {
  readonly log: Log;
  /** Where providers' keys are looked for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the built web app, or how it is had when somebody first asks for a page. */
  readonly web: string | null | (() => Promise<string | null>);
  /** Milliseconds that only ever grow. */
  readonly monotonic?: () => number;
  readonly limits?: Limits;
  readonly streams?: StreamLimits;
  readonly checkAnswers?: boolean;
}

/** A server with others beside it goes slowly, so that nobody is refused. */
export interface Stopping {
  readonly drains?: boolean;
}

/** A server that runs. */
export interface RunningServer {
  readonly url: string;
  readonly tenfold: Tenfold;
  readonly gateway: Gateway;
  stop(how?: Stopping): Promise<void>;
}

/** How a process came to a home. */
interface Claimed {
  readonly claim: Extract<Claim, { first: true }>;
  /** Names this server. */
  readonly instance: string;
  /** Home that a copy is served of, and why. */
  readonly onlyReads: OnlyReads | undefined;
}

/** Serves a home that this process has claimed, until it is stopped. */
export async function serveHome(
  home: Home,
  claimed: Claimed,
  settings: ServeSettings,
  deps: ServerDependencies,
): Promise<RunningServer> {
  const { store, labelKey } = home;
  const { claim, onlyReads } = claimed;
  const { log } = deps;
  const metrics = serverMetrics({
    labelKey,
    storageBytes: every(STORAGE_MS, () => store.usage.byOwner(Date.now())),
    streams: () => streams.count,
  });
  const tenfold = await openTenfoldOf(home, metrics, settings, deps);
  await checkGateway(tenfold, settings, deps).catch(async (error) => {
    await claim.release();
    throw error;
  });
  const streams = streamsWithin(store.owner, deps.streams, tenfold.people.lapsed);
  const sample = onlyReads === undefined ? await addSample(tenfold, store) : null;
  const gateways = createGateways({ ...settings, home: home.folder }, deps);
  const leaving = new AbortController();
  const parts = { store, tenfold, streams, metrics, gateways, leaving: leaving.signal };
  const { url, listening } = await answerRequests(parts, claimed, settings, deps);
  await warmUp(tenfold, log, { url, token: settings.token, sample });
  await claim.announce(url);
  await tenfold.describe({ pid: process.pid, url });
  log.info('ready', { url, home: home.folder });
  // A copy of a home is not where anything is set aside.
  const stopCheck = checkInBackground({ ...home, folder: onlyReads?.home ?? home.folder }, tenfold, log);
  const stopReleasing = releaseMemoryWhenIdle();
  const letGrow = limitHeapGrowth(GROWTH);
  let stopped: Promise<void> | null = null;
  /** In the order that loses nothing: no new requests, streams ended, turns and folds stopped with what they have, then the store. */
  const stop = async (drains: boolean) => {
    leaving.abort();
    stopCheck();
    stopReleasing();
    letGrow();
    gateways.close();
    if (drains && store.shared) await drain(settings.drain ?? DRAIN, { listening, streams, tenfold, log });
    log.info('stopping');
    const closed = listening.close();
    streams.closeAll();
    await tenfold.close();
    await closed;
    await claim.release().catch((error: unknown) => log.warn('claim-not-released', { reason: String(error) }));
    await store.close();
    log.info('stopped');
  };
  return { url, tenfold, gateway: gateways.of(tenfold), stop: ({ drains = false } = {}) => (stopped ??= stop(drains)) };
}

async function openTenfoldOf(
  { store, secrets }: Home,
  { observe }: ServerMetrics,
  settings: ServeSettings,
  { environment, log, monotonic }: ServerDependencies,
): Promise<Tenfold> {
  return openTenfold({
    store,
    strategies: await ownStrategies(settings.strategies),
    toolServers: await ownToolServers(settings.tools),
    // One person on their own machine: nobody else can ask for anything.
    mayRunCommands: isLoopback(settings.host) && !settings.issuer && settings.database === undefined,
    secrets,
    environment,
    log,
    observe,
    facts: { pid: process.pid },
    worker: settings.worker !== false,
    ...(settings.privateAddresses !== undefined && { privateAddresses: settings.privateAddresses }),
    ...(monotonic && { monotonic }),
  });
}

/** What answers requests stand on. */
interface Answering {
  readonly store: Home['store'];
  readonly tenfold: Tenfold;
  readonly streams: Streams;
  readonly metrics: ServerMetrics;
  readonly gateways: Gateways;
  /** Aborted once the server is being stopped. */
  readonly leaving: AbortSignal;
}

/** Listens for requests, and answers those to vendors' paths by the gateway and all others by the app. */
async function answerRequests(
  { store, tenfold, streams, metrics, gateways, leaving }: Answering,
  { claim, instance, onlyReads }: Claimed,
  settings: ServeSettings,
  { log, web, limits, checkAnswers }: ServerDependencies,
): Promise<{ readonly url: string; readonly listening: Listening }> {
  const { host, publicUrl, oidc = null } = settings;
  const hosts = new Set<string>();
  let url = '';
  const { quotas = {} } = settings;
  const withinQuota = quotaGuard(quotas);
  const takesWrites = every(WRITES_MS, claim.beat);
  const entrance = {
    tenfold,
    token: settings.token,
    issuer: settings.issuer ? issuerOf(settings.issuer) : null,
    proxies: settings.proxies ?? [],
    ...(limits && { limits }),
  };
  const door = doorOf(entrance);
  const app = createApp({
    ...entrance,
    door,
    gatewayFor: gateways.of,
    quotas,
    withinQuota,
    log,
    metrics,
    streams,
    startup: startupValues(settings),
    hosts,
    oidc,
    publicUrl: () => publicUrl ?? url,
    instance,
    ready: async (forReading) => {
      if (leaving.aborted)
        throw new SessionError('store-unavailable', 'This server is being stopped.', { todo: 'Ask another one.' });
      await soon(store.leases.get('server'));
      const fault = counterFault();
      if (fault !== null) throw fault;
      if (forReading) return;
      if (onlyReads !== undefined) throw onlyRead(onlyReads);
      await soon(takesWrites());
    },
    page: await pagesOf(web),
    ...(onlyReads && { onlyReads }),
    ...(checkAnswers && { checkAnswers }),
  });
  const front = guardedGateway({
    gateway: gateways.of(tenfold),
    hosts,
    door,
    async gatewayOf(person) {
      const own = await tenfold.for(person);
      if (person.role !== 'admin') await withinQuota(own);
      return gateways.of(own);
    },
    closed: onlyReads === undefined ? null : onlyRead(onlyReads).message,
    log,
  });
  const listening = await listen(app, host, settings.port, front, { log });
  for (const name of hostsOf(namesOf(host), listening.port, publicUrl)) hosts.add(name);
  url = urlOf(host, listening.port);
  return { url, listening };
}

async function pagesOf(web: ServerDependencies['web']): Promise<Pages> {
  if (web === null) return noPages;
  return typeof web === 'string' ? pagesFrom(web) : pagesWhenAsked(web);
}

/** How often what everybody stores is counted anew: it reads everything. */
const STORAGE_MS = 60_000;

/** Percent by which memory may grow before what is not used any more is looked for: a fraction of a percent of the time, and memory stays where it is under load. */
const GROWTH = 50;

/** How often a store is tried by a write where somebody asks whether it takes any: whoever reaches the server may ask. */
const WRITES_MS = 1_000;

/** How long a store may take to answer whether it is there. */
const READY_MS = 2_000;

async function soon(answer: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new SessionError('store-unavailable', `The store does not answer within ${READY_MS / 1_000} s.`, {
        todo: 'Look at the database.',
      }),
    );
  }, READY_MS);
  await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/** Asks again once what was answered is too old. */
function every<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > ms) {
      const asked = { at: performance.now(), answer: ask() };
      last = asked;
      // What failed is asked again.
      asked.answer.catch(() => {
        if (last === asked) last = null;
      });
    }
    return last.answer;
  };
}

/** What one server of this process has compiled, the next need not. */
let isCompiled = false;

/** Does once what the first request would otherwise wait for. Whatever fails here is told to who asks for it in earnest. */
async function warmUp(
  tenfold: Tenfold,
  log: Log,
  own: { url: string; token: string | null; sample: string | null },
): Promise<void> {
  try {
    const first = !isCompiled;
    isCompiled = true;
    if (first) await tenfold.contexts.warmUp();
    await requestItself(own.url, own.sample === null ? '/api/strategies' : `/api/sessions/${own.sample}/context`, own.token);
    if (first) collectGarbage({ givesBack: true });
    // That leaves no room at all; how much there is until the next is decided at a usual one, else the first request would wait for it.
    if (first) collectGarbage({ givesBack: false });
  } catch (error) {
    log.warn('not-warm', { reason: String(error) });
  }
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '::1' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
