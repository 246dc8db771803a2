import { setTimeout as wait } from 'node:timers/promises';
import { isGone } from '@tenfold/session';
import { type Lease, LeaseHeld, type Store } from '@tenfold/store';
import { BadSetting } from './settings.ts';

/** Who wants to serve a home. */
export interface Claimant {
  /** Names this run. */
  readonly instance: string;
  readonly boot: string;
  readonly pid: number;
  /** Tells the home's file from a copy of it: a backup holds the claim of the server it was made beside. */
  readonly file: string;
}

/** The right to serve a home, or the address of the one who has it. */
export type Claim =
  | { readonly first: true; announce(url: string): Promise<void>; release(): Promise<void> }
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
const LOOK_MS = 200;

/** Takes a home for this process, or finds the server that has it. A holder that is dead is replaced, one that is just starting is waited for. */
export async function claimHome(store: Store, claimant: Claimant, pace: Pace = PACE): Promise<Claim> {
  const { instance, boot, pid, file } = claimant;
  const acquire = (over?: Lease) =>
    store.leases.acquire({ name: NAME, holder: instance, boot, facts: { pid, file }, at: Date.now(), ...(over && { over }) });
  const start = performance.now();
  let seen: { lease: Lease; at: number } | null = null;
  while (performance.now() - start < pace.timeoutMs) {
    const there = await store.leases.get(NAME);
    if (there !== null && !there.released && isOf(there, file)) {
      const url = typeof there.facts.url === 'string' ? there.facts.url : null;
      if (url !== null && (await answers(url, there.holder))) return { first: false, url };
      if (seen?.lease.token !== there.token || seen.lease.beat !== there.beat) seen = { lease: there, at: performance.now() };
      if (!isDead(there, claimant, store.shared) && performance.now() - seen.at < pace.stillMs) {
        await wait(Math.min(LOOK_MS, pace.beatMs));
        continue;
      }
    }
    try {
      return held(store, await acquire(there ?? undefined), { pid, file }, pace.beatMs);
    } catch (error) {
      // Somebody was quicker: look again.
      if (!(error instanceof LeaseHeld)) throw error;
    }
  }
  throw new BadSetting(
    store.shared
      ? 'Another server works on this database. For now one at a time may: stop it, or choose another database.'
      : 'Another server holds this home but does not answer. Stop it, or choose another home with --home.',
  );
}

/** Whether a claim is on this very file; one that names none is. */
function isOf({ facts }: Lease, file: string): boolean {
  return typeof facts.file !== 'string' || facts.file === file;
}

/** True when the holder cannot be alive: it is gone, or its process number is now our own. */
function isDead(lease: Lease, { boot, pid }: Claimant, shared: boolean): boolean {
  return isGone(lease, boot, shared) || (lease.boot === boot && lease.facts.pid === pid);
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

function held(store: Store, lease: Lease, own: { pid: number; file: string }, beatMs: number): Claim {
  const beat = setInterval(() => {
    // A lost lease is no reason to stop serving: the store itself tells its writers apart.
    store.leases.beat(NAME, lease.token).catch(() => clearInterval(beat));
  }, beatMs).unref();
  return {
    first: true,
    announce: async (url) => void (await store.leases.beat(NAME, lease.token, { ...own, url })),
    async release() {
      clearInterval(beat);
      await store.leases.release(NAME, lease.token);
    },
  };
}
