import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import { type Lease, LeaseLost, type Store } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import { type Log, reasonOf } from '../log.ts';
import { sleep } from '../sleep.ts';

/** How often a process says that it lives. */
const BEAT_MS = 2_000;
/** A beat that stands still for this long is that of a dead process. */
const SILENT_MS = 3 * BEAT_MS;
const PREFIX = 'process:';
/** Dead processes that are remembered as such. */
const MAX_DEAD = 1_000;

/** The lease a process works under. */
export interface ProcessLease {
  readonly token: number;
  describe(facts: JsonObject): Promise<void>;
  /** True when the process with this token does not come back to what it left: should it wake, what others took is refused to it. */
  isDead(token: number | null): Promise<boolean>;
  /** Whether there is another process that could go on with what this one leaves. Of one that crashed the lease stays where only beats tell of it. */
  othersLive(): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes a lease of its own for this process and keeps it alive. */
export async function takeLease(
  store: Store,
  { facts, now, monotonic, log }: { facts: JsonObject; now: () => number; monotonic: () => number; log: Log },
): Promise<ProcessLease> {
  const holder = randomUUID();
  const name = `${PREFIX}${holder}`;
  const disappear = store.leases.appear(holder);
  let said: JsonObject = { pid: process.pid, ...facts };
  const own = await store.leases.acquire({ name, holder, facts: said, at: now() }).catch((error: unknown) => {
    disappear();
    throw error;
  });
  const stopBeating = keepBeating(store, own, BEAT_MS, (error) => log.warn('lease-not-renewed', { reason: reasonOf(error) }));
  const watch = deadWatch(store, { monotonic, own: own.token });
  return {
    token: own.token,
    async describe(more) {
      said = { ...said, ...more };
      await store.leases.beat(name, own.token, said);
    },
    isDead: (token) => (token === null ? Promise.resolve(true) : watch(token)),
    async othersLive() {
      const others = async () => (await livingProcesses(store)).filter(({ token }) => token !== own.token);
      const seen = new Map((await others()).map(({ token, beat }) => [token, beat]));
      for (const end = monotonic() + SILENT_MS; seen.size > 0 && monotonic() < end; ) {
        await sleep(BEAT_MS / 4);
        if ((await others()).some(({ token, beat }) => beat !== seen.get(token))) return true;
      }
      return false;
    },
    async release() {
      stopBeating();
      // On a full disk it ends without a word: its beat stands still.
      await store.leases.release(name, own.token).catch((error: unknown) => {
        log.warn('lease-not-released', { reason: reasonOf(error) });
      });
      disappear();
    },
  };
}

/** Beats for a lease until it is lost or what this answers is called. A store that was away comes back. */
export function keepBeating(
  { leases }: Pick<Store, 'leases'>,
  { name, token }: Lease,
  everyMs: number,
  onError: (error: unknown) => void = () => {},
): () => void {
  const beat = setInterval(() => {
    leases.beat(name, token).catch((error: unknown) => {
      onError(error);
      if (error instanceof LeaseLost) clearInterval(beat);
    });
  }, everyMs).unref();
  return () => clearInterval(beat);
}

/** Dead, as far as that can be told at once: whether a process lives that only its beat tells of takes seconds to see. */
const AT_ONCE_MS = 100;

/** The same as `isDead`, for what is only shown. */
export function isKnownDead(isDead: ProcessLease['isDead'], token: number | null): Promise<boolean> {
  return Promise.race([isDead(token), sleep(AT_ONCE_MS).then(() => false)]);
}

/** Other processes that have the store open and are not known to be gone, newest first. */
export async function livingProcesses({ leases }: Store): Promise<readonly Lease[]> {
  return (await leases.list()).filter((lease) => lease.name.startsWith(PREFIX) && !leases.isGone(lease)).toReversed();
}

/** A judgement holds for the beat it was made on: who beats again after all, as after a pause of its machine, lives. Of who is not seen to be gone, only a beat that stands still tells. */
function deadWatch(store: Store, { monotonic, own }: { monotonic: () => number; own: number }) {
  /** The beat at which each stood still. */
  const dead = new BoundedMap<number, number>(MAX_DEAD);
  const looks = new Map<number, Promise<boolean>>();
  const look = async (token: number): Promise<boolean> => {
    const find = async () => (await store.leases.list()).find((lease) => lease.token === token);
    const first = await find();
    if (first === undefined || store.leases.isGone(first) || dead.get(token) === first.beat) return true;
    const started = monotonic();
    while (monotonic() - started < SILENT_MS) {
      await sleep(BEAT_MS / 4);
      const now = await find();
      if (now === undefined || store.leases.isGone(now)) return true;
      if (now.beat !== first.beat) return false;
    }
    dead.set(token, first.beat);
    return true;
  };
  return async (token: number): Promise<boolean> => {
    if (token === own) return false;
    const looking = looks.get(token) ?? look(token);
    looks.set(token, looking);
    return looking.finally(() => looks.delete(token));
  };
}
