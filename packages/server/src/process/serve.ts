import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { counterFault } from '@tenfold/core';
import {
  bootId,
  collectGarbage,
  holdHeapRoom,
  type Log,
  openTenfold,
  type Principal,
  SessionError,
  type Tenfold,
} from '@tenfold/session';
import { createApp } from '../app.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { guardedGateway } from '../gateway/guarded-gateway.ts';
import { doorOf } from '../guard/door.ts';
import { hostsOf } from '../guard/foreign.ts';
import { issuerOf } from '../guard/issuer.ts';
import type { Limits } from '../guard/limits.ts';
import { type OnlyReads, onlyRead, TO_RESTORE } from '../guard/only-reads.ts';
import { quotaGuard } from '../guard/quotas.ts';
import { serverMetrics } from '../metrics.ts';
import { type StreamLimits, streamsWithin } from '../stream/streams.ts';
import { noPages, type Pages, pagesFrom, pagesWhenAsked } from '../web/pages.ts';
import { askItself } from './ask-itself.ts';
import { checkInBackground } from './check-home.ts';
import { type Claim, claimHome } from './claim-home.ts';
import { drain } from './drain.ts';
import { checkGateway, gatewaysOn } from './gateways.ts';
import { giveBackWhenIdle } from './give-back.ts';
import { type Home, homeFiles, openHome } from './home.ts';
import { type CopyReason, checkOf, copyHome, copyReason, setDamagedAside } from './home-copy.ts';
import { type Listening, listen, namesOf } from './listen.ts';
import { ownStrategies } from './own-strategies.ts';
import { ownToolServers } from './own-tool-servers.ts';
import { addSample } from './sample-session.ts';
import { DRAIN, isLoopback, type ServeSettings } from './settings.ts';
import { startupValues } from './startup-values.ts';

/** What a server gets beside its settings. */
export interface Surroundings {
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

/** A server that runs, or where the one is that already serves the home. */
export type Served =
  | {
      readonly running: true;
      readonly url: string;
      readonly tenfold: Tenfold;
      readonly gateway: Gateway;
      stop(how?: Stopping): Promise<void>;
    }
  | { readonly running: false; readonly url: string };

/** Opens a home and serves it until it is stopped. */
export async function serve(settings: ServeSettings, surroundings: Surroundings): Promise<Served> {
  let home: Home;
  try {
    home = await openHome(settings);
  } catch (error) {
    const why = copyReason(error);
    if (why === null || settings.database !== undefined || !existsSync(homeFiles.store(settings.home))) throw error;
    if (why === 'unwritable') return serveCopy(settings, surroundings, why);
    setDamagedAside(settings.home);
    surroundings.log.error('damaged-store', { reason: (error as Error).message, todo: TO_RESTORE });
    // What is too damaged to be read is told as it was found to be.
    return serveCopy(settings, surroundings, why).catch(() => Promise.reject(error));
  }
  return serveOpened(home, settings, surroundings);
}

/** Serves a home whose disk takes no writes, or whose store is damaged, for reading, from a copy. */
async function serveCopy(settings: ServeSettings, surroundings: Surroundings, why: CopyReason): Promise<Served> {
  const copy = copyHome(settings.home);
  try {
    const home = await openHome({ ...settings, home: copy.folder }, checkOf(why));
    surroundings.log.warn('only-reads', { home: settings.home });
    const served = await serveOpened(home, { ...settings, worker: false }, surroundings, { home: settings.home, why });
    if (!served.running) {
      copy.remove();
      return served;
    }
    return { ...served, stop: (how) => served.stop(how).finally(copy.remove) };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

async function serveOpened(
  home: Home,
  settings: ServeSettings,
  surroundings: Surroundings,
  onlyReads?: OnlyReads,
): Promise<Served> {
  try {
    const instance = randomUUID();
    const boot = bootId();
    const claim = await claimHome(home.store, { instance, boot, pid: process.pid, file: home.file });
    if (!claim.first) {
      await home.store.close();
      return { running: false, url: claim.url };
    }
    return await serveHome(home, claim, { instance, boot }, settings, surroundings, onlyReads);
  } catch (error) {
    await home.store.close();
    throw error;
  }
}

async function serveHome(
  home: Home,
  claim: Extract<Claim, { first: true }>,
  { instance, boot }: { instance: string; boot: string },
  settings: ServeSettings,
  surroundings: Surroundings,
  onlyReads?: OnlyReads,
): Promise<Served> {
  const { log } = surroundings;
  const { store, secrets, labelKey } = home;
  const metrics = serverMetrics({
    labelKey,
    storageBytes: every(STORAGE_MS, () => store.usage.byOwner(Date.now())),
    streams: () => streams.count,
  });
  const tenfold = await openTenfold({
    store,
    strategies: await ownStrategies(settings.strategies),
    toolServers: await ownToolServers(settings.tools),
    // One person on their own machine: nobody else can ask for anything.
    mayRunCommands: isLoopback(settings.host) && !settings.issuer && settings.database === undefined,
    secrets,
    environment: surroundings.environment,
    log,
    observe: metrics.observe,
    boot,
    facts: { pid: process.pid },
    worker: settings.worker !== false,
    ...(settings.privateAddresses !== undefined && { privateAddresses: settings.privateAddresses }),
    ...(surroundings.monotonic && { monotonic: surroundings.monotonic }),
  });
  await checkGateway(tenfold, settings, surroundings).catch(async (error) => {
    await claim.release();
    throw error;
  });
  const streams = streamsWithin(store.owner, surroundings.streams, tenfold.people.lapsed);
  const sample = onlyReads === undefined ? await addSample(tenfold, store) : null;
  const page = await pagesOf(surroundings.web);
  const hosts = new Set<string>();
  let isLeaving = false;
  let url = '';
  const gateways = gatewaysOn({ ...settings, home: home.folder }, surroundings);
  const gateway = gateways.of(tenfold);
  const withinQuota = quotaGuard(settings.quotas ?? {});
  const gatewayOf = async (person: Principal): Promise<Gateway> => {
    const own = await tenfold.for(person);
    if (person.role !== 'admin') await withinQuota(own);
    return gateways.of(own);
  };
  const entrance = {
    tenfold,
    token: settings.token,
    issuer: settings.issuer ? issuerOf(settings.issuer) : null,
    proxies: settings.proxies ?? [],
    ...(surroundings.limits && { limits: surroundings.limits }),
  };
  const door = doorOf(entrance);
  const app = createApp({
    ...entrance,
    door,
    gatewayFor: gateways.of,
    withinQuota,
    log,
    metrics,
    streams,
    startup: startupValues(settings),
    hosts,
    oidc: settings.oidc ?? null,
    publicUrl: () => settings.publicUrl ?? url,
    instance,
    ready: async () => {
      if (isLeaving) throw new SessionError('store-unavailable', 'This server is being stopped.', { todo: 'Ask another one.' });
      await answersSoon(store);
      const fault = counterFault();
      if (fault !== null) throw fault;
    },
    page,
    ...(onlyReads === undefined ? {} : { onlyReads }),
    ...(surroundings.checkAnswers && { checkAnswers: true }),
  });
  const listening = await listen(
    app,
    settings.host,
    settings.port,
    guardedGateway({
      gateway,
      hosts,
      door,
      gatewayOf,
      closed: onlyReads === undefined ? null : onlyRead(onlyReads).message,
      log,
    }),
  );
  for (const host of hostsOf(namesOf(settings.host), listening.port, settings.publicUrl)) hosts.add(host);
  url = urlOf(settings.host, listening.port);
  await warmUp(tenfold, log, { url, token: settings.token, sample });
  await claim.announce(url);
  await tenfold.describe({ pid: process.pid, url });
  log.info('ready', { url, home: home.folder });
  // A copy of a home is not where anything is set aside.
  const stopCheck = checkInBackground({ ...home, folder: onlyReads?.home ?? home.folder }, tenfold, log);
  const stopLooking = giveBackWhenIdle();
  const letGrow = holdHeapRoom(GROWTH);
  const stopAll = async ({ drains = false }: Stopping = {}) => {
    isLeaving = true;
    stopCheck();
    stopLooking();
    letGrow();
    gateways.close();
    if (drains && store.shared) await drain(settings.drain ?? DRAIN, { listening, streams, tenfold, log });
    return stop(listening, streams, tenfold, claim, home, log);
  };
  return { running: true, url, tenfold, gateway, stop: once(stopAll) };
}

async function pagesOf(web: Surroundings['web']): Promise<Pages> {
  if (web === null) return noPages;
  return typeof web === 'string' ? pagesFrom(web) : pagesWhenAsked(web);
}

/** How often what everybody stores is counted anew: it reads everything. */
const STORAGE_MS = 60_000;

/** Percent by which memory may grow before what is not used any more is looked for: a fraction of a percent of the time, and memory stays where it is under load. */
const GROWTH = 50;

/** How long a store may take to answer whether it is there. */
const READY_MS = 2_000;

async function answersSoon(store: Home['store']): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new SessionError('store-unavailable', `The store does not answer within ${READY_MS / 1_000} s.`, {
        todo: 'Look at the database.',
      }),
    );
  }, READY_MS);
  await Promise.race([store.leases.get('server'), late.promise]).finally(() => clearTimeout(timer));
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
    await askItself(own.url, own.sample === null ? '/api/strategies' : `/api/sessions/${own.sample}/context`, own.token);
    if (first) collectGarbage({ givesBack: true });
    // That leaves no room at all; how much there is until the next is decided at a usual one, else the first request would wait for it.
    if (first) collectGarbage({ givesBack: false });
  } catch (error) {
    log.warn('not-warm', { reason: String(error) });
  }
}

/** In the order that loses nothing: no new requests, streams ended, turns and folds stopped with what they have, then the store. */
async function stop(
  listening: Listening,
  streams: { closeAll(): void },
  tenfold: Tenfold,
  claim: Extract<Claim, { first: true }>,
  { store }: Home,
  log: Log,
): Promise<void> {
  log.info('stopping');
  const closed = listening.close();
  streams.closeAll();
  await tenfold.close();
  await closed;
  await claim.release().catch((error: unknown) => log.warn('claim-not-released', { reason: String(error) }));
  await store.close();
  log.info('stopped');
}

function once<T>(work: (how?: T) => Promise<void>): (how?: T) => Promise<void> {
  let done: Promise<void> | null = null;
  return (how) => {
    done ??= work(how);
    return done;
  };
}

function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' || host === '::1' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
