import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { keepBeating, livingProcesses } from '@tenfold/session';
import { type Lease, LeaseHeld, LeaseLost, type Store } from '@tenfold/store';
import { storeName } from './home.ts';
import { BadSetting } from './settings.ts';

/** Who wants to serve a home. */
export interface Claimant {
  /** Names this run. */
  readonly instance: string;
  readonly pid: number;
  /** Tells the home's file from a copy of it: a backup holds the claim of the server it was made beside. */
  readonly file: string;
}

/** The right to serve a home, or the address of the one who has it. */
export type Claim =
  | {
      readonly first: true;
      announce(url: string): Promise<void>;
      /** Says that its holder lives. @throws StoreError where nothing can be written */
      beat(): Promise<void>;
      release(): Promise<void>;
    }
  | { readonly first: false; readonly url: string };

/** How often a holder says that it lives, when one that does not is taken for gone, and how long one that never answers is waited for. */
export interface Pace {
  readonly beatMs: number;
  readonly stillMs: number;
  readonly timeoutMs: number;
}

const NAME = 'server';
const PACE: Pace = { beatMs: 2_000, stillMs: 8_000, timeoutMs: 60_000 };
/** How often a claimant looks again. */
const POLL_MS = 200;

/**
 * Takes a home for this process, or finds the server that has it. A holder that is dead is replaced, one that is just starting is waited
 * for. A database has any number of servers, each with a claim of its own, unless one wants it `empty`, who is not first beside
 * a worker or a gateway either, which have no claim.
 */
export async function claimHome(
  store: Store,
  claimant: Claimant,
  pace: Pace = PACE,
  wish: { readonly empty?: boolean } = {},
): Promise<Claim> {
  const { empty = false } = wish;
  if (store.shared && !empty) return claimPlace(store, claimant, pace);
  const claim = await claimWhole(store, claimant, pace);
  if (!claim.first) return claim;
  const servers = store.shared
    ? (await store.leases.list()).filter(({ name, released }) => name.startsWith(`${NAME}:`) && !released)
    : [];
  const others = empty ? await livingProcesses(store) : [];
  const [there] = await beatingOf(store, [...servers, ...others], pace);
  if (there === undefined) return claim;
  await claim.release();
  const { url, pid } = there.facts;
  const starts = there.name.startsWith(NAME) ? 'one that is just starting' : `a worker or a gateway, process ${String(pid)}`;
  return { first: false, url: typeof url === 'string' ? url : starts };
}

/** Claims a store for work that nobody may do anything beside, and gives what releases it. @throws BadSetting where it is in use */
export async function claimAlone(store: Store, address: string, refused: (by: string) => string): Promise<() => Promise<void>> {
  const claimant = { instance: randomUUID(), pid: process.pid, file: await storeName(address) };
  const claim = await claimHome(store, claimant, PACE, { empty: true });
  if (!claim.first) throw new BadSetting(refused(claim.url));
  return claim.release;
}

/** Refuses while somebody has a database for themselves. */
export async function refuseWhileMoved(store: Store, pace: Pace = PACE): Promise<void> {
  const whole = store.shared ? await store.leases.get(NAME) : null;
  if (whole === null || whole.released || !(await isBeating(store, whole, pace))) return;
  throw new BadSetting('The database is being moved. Start again once that is done.');
}

/** The servers of a home that live. Of those of a database only their beat tells, and one that crashed is waited for in vain. */
export async function livingServers(store: Store, pace: Pace = PACE): Promise<readonly Lease[]> {
  const isServer = ({ name }: Lease) => name === NAME || name.startsWith(`${NAME}:`);
  const there = (await store.leases.list()).filter((lease) => isServer(lease) && !store.leases.isGone(lease));
  return store.shared ? beatingOf(store, there, pace) : there;
}

async function beatingOf(store: Store, leases: readonly Lease[], pace: Pace): Promise<readonly Lease[]> {
  const beating = await Promise.all(leases.map((lease) => isBeating(store, lease, pace)));
  return leases.filter((_, at) => beating[at]);
}

/** One of the servers of a database. */
async function claimPlace(store: Store, { instance, pid, file }: Claimant, pace: Pace): Promise<Claim> {
  const name = `${NAME}:${instance}`;
  const lease = await store.leases.acquire({ name, holder: instance, facts: { pid, file }, at: Date.now() });
  try {
    await refuseWhileMoved(store, pace);
  } catch (error) {
    await store.leases.release(name, lease.token);
    throw error;
  }
  return keepClaim(store, lease, { pid, file }, pace.beatMs);
}

/** True once a holder shows that it lives; false when its beat stands still. */
async function isBeating(store: Store, { name, token, beat }: Lease, { beatMs, stillMs }: Pace): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < stillMs; await wait(Math.min(POLL_MS, beatMs))) {
    const now = await store.leases.get(name);
    if (now === null || now.released || now.token !== token) return false;
    if (now.beat !== beat) return true;
  }
  return false;
}

/** The only one of a home. */
async function claimWhole(store: Store, { instance, pid, file }: Claimant, pace: Pace): Promise<Claim> {
  const take = async (over: Lease | null): Promise<Claim> => {
    const disappear = store.leases.appear(instance);
    try {
      const wish = { name: NAME, holder: instance, facts: { pid, file }, at: Date.now() };
      return keepClaim(
        store,
        await store.leases.acquire({ ...wish, ...(over && { over }) }),
        { pid, file },
        pace.beatMs,
        disappear,
      );
    } catch (error) {
      disappear();
      throw error;
    }
  };
  const start = performance.now();
  let seen: { lease: Lease; at: number } | null = null;
  while (performance.now() - start < pace.timeoutMs) {
    const there = await store.leases.get(NAME);
    if (there !== null && !there.released && isOf(there, file)) {
      const url = typeof there.facts.url === 'string' ? there.facts.url : null;
      if (url !== null && (await answers(url, there.holder))) return { first: false, url };
      if (seen?.lease.token !== there.token || seen.lease.beat !== there.beat) seen = { lease: there, at: performance.now() };
      if (!store.leases.isGone(there) && performance.now() - seen.at < pace.stillMs) {
        await wait(Math.min(POLL_MS, pace.beatMs));
        continue;
      }
    }
    try {
      return await take(there);
    } catch (error) {
      // Somebody was quicker: look again.
      if (!(error instanceof LeaseHeld)) throw error;
    }
  }
  throw new BadSetting('Another server holds this home but does not answer. Stop it, or choose another home with --home.');
}

/** Whether a claim is on this very file; one that names none is. */
function isOf({ facts }: Lease, file: string): boolean {
  return typeof facts.file !== 'string' || facts.file === file;
}

/** Whether the server of that name is at the address. */
async function answers(url: string, instance: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(2_000) });
    return ((await response.json()) as { instance?: unknown }).instance === instance;
  } catch {
    return false;
  }
}

function keepClaim(
  store: Store,
  lease: Lease,
  own: { pid: number; file: string },
  beatMs: number,
  disappear?: () => void,
): Claim {
  // A lost lease is no reason to stop serving: the store itself tells its writers apart.
  const stopBeating = keepBeating(store, lease, beatMs);
  return {
    first: true,
    announce: async (url) => void (await store.leases.beat(lease.name, lease.token, { ...own, url })),
    async beat() {
      await store.leases.beat(lease.name, lease.token).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      });
    },
    async release() {
      stopBeating();
      await store.leases.release(lease.name, lease.token);
      disappear?.();
    },
  };
}
