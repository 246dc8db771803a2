import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { JsonObject } from '@tenfold/core';
import { type Lease, LeaseLost, type Store } from '@tenfold/store';
import { type Log, reasonOf } from '../log.ts';
import { sleep } from '../sleep.ts';

/** How often a process says that it lives. */
const BEAT_MS = 2_000;
/** A beat that stands still for this long is that of a dead process. */
const SILENT_MS = 3 * BEAT_MS;
const PREFIX = 'process:';
/** A boot that cannot be told from that of another machine of the same name. */
const UNKNOWN = 'unknown';

/** The lease a process works under. */
export interface ProcessLease {
  readonly token: number;
  describe(facts: JsonObject): Promise<void>;
  /** True when the process with this token will never come back to what it left. */
  isDead(token: number | null): Promise<boolean>;
  release(): Promise<void>;
}

/** The machine's boot, where it can be told, and where in it process numbers mean the same: containers count their own. */
export function bootId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `${UNKNOWN} ${hostname()}`;
  }
}

/** Takes a lease of its own for this process and keeps it alive. */
export async function takeLease(
  store: Store,
  { boot, facts, now, monotonic, log }: { boot: string; facts: JsonObject; now: () => number; monotonic: () => number; log: Log },
): Promise<ProcessLease> {
  const holder = randomUUID();
  const name = `${PREFIX}${holder}`;
  const own = await store.leases.acquire({ name, holder, boot, facts: { pid: process.pid, ...facts }, at: now() });
  let said: JsonObject = { pid: process.pid, ...facts };
  const beat = setInterval(() => {
    store.leases.beat(name, own.token).catch((error: unknown) => {
      log.warn('lease-not-renewed', { reason: reasonOf(error) });
      if (error instanceof LeaseLost) clearInterval(beat);
    });
  }, BEAT_MS);
  beat.unref();
  const watch = deadWatch(store, { boot, monotonic, own: own.token });
  return {
    token: own.token,
    async describe(more) {
      said = { ...said, ...more };
      await store.leases.beat(name, own.token, said);
    },
    isDead: (token) => (token === null ? Promise.resolve(true) : watch(token)),
    async release() {
      clearInterval(beat);
      // On a full disk it ends without a word: its beat stands still.
      await store.leases.release(name, own.token).catch((error: unknown) => {
        log.warn('lease-not-released', { reason: reasonOf(error) });
      });
    },
  };
}

/** Dead, as far as that can be told at once: whether a process lives that only its beat tells of takes seconds to see. */
const AT_ONCE_MS = 100;

/** The same as `isDead`, for what is only shown. */
export function isKnownDead(isDead: ProcessLease['isDead'], token: number | null): Promise<boolean> {
  return Promise.race([isDead(token), sleep(AT_ONCE_MS).then(() => false)]);
}

/** Other processes that have the store open and live, newest first. */
export async function livingProcesses(store: Store, boot: string = bootId()): Promise<readonly Lease[]> {
  const leases = (await store.leases.list()).filter(({ name, released }) => name.startsWith(PREFIX) && !released);
  return leases.filter((lease) => !isGone(lease, boot, store.shared)).toReversed();
}

/**
 * Ended in order, or with a pid that nobody has where pids mean the same. A file is open on one machine only, so there another boot
 * is the end too; a database has processes of many machines, of which only their beat can be seen: a pid says something of one on the
 * very same boot alone.
 */
export function isGone({ released, boot: theirs, facts }: Lease, boot: string, shared: boolean): boolean {
  if (released) return true;
  if (theirs !== boot) return !shared && theirs.split(' ')[0] !== boot.split(' ')[0];
  if (shared && boot.startsWith(UNKNOWN)) return false;
  const { pid } = facts;
  return typeof pid === 'number' && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Decides once for each token; where a pid still runs, only a beat that stands still tells. */
function deadWatch(store: Store, { boot, monotonic, own }: { boot: string; monotonic: () => number; own: number }) {
  const dead = new Set<number>();
  const looks = new Map<number, Promise<boolean>>();
  const look = async (token: number): Promise<boolean> => {
    const find = async () => (await store.leases.list()).find((lease) => lease.token === token);
    const first = await find();
    if (first === undefined || isGone(first, boot, store.shared)) return true;
    const started = monotonic();
    while (monotonic() - started < SILENT_MS) {
      await sleep(BEAT_MS / 4);
      const now = await find();
      if (now === undefined || isGone(now, boot, store.shared)) return true;
      if (now.beat !== first.beat) return false;
    }
    return true;
  };
  return async (token: number): Promise<boolean> => {
    if (token === own) return false;
    if (dead.has(token)) return true;
    const looking = looks.get(token) ?? look(token);
    looks.set(token, looking);
    const isDead = await looking.finally(() => looks.delete(token));
    if (isDead) dead.add(token);
    return isDead;
  };
}
