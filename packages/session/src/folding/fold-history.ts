import type { JobId, RecentJobs, SessionId, Job as StoredJob } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { FoldState } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { sleep } from '../sleep.ts';
import { BREAKER_LIMIT, COOLDOWN_MS } from './fold-trigger.ts';
import { FOLD_KIND, isFinal, type Job, type JobEnd, jobView } from './job.ts';

/** Sessions whose folds are remembered; of others they are read when the session is loaded next. */
const KEPT = 1_000;
/** How long somebody who only looks waits to hear that a process is dead. */
const AT_ONCE_MS = 100;

interface Known {
  /** One that another process works on. */
  readonly elsewhere: Job | null;
  /** The last one that is over, and when that was by the clock of this process that is never set. */
  readonly last: { readonly id: JobId; readonly at: number } | null;
  /** How many failed in a row. */
  readonly failures: number;
}

const NOTHING: Known = { elsewhere: null, last: null, failures: 0 };

/** What is known of the folds of sessions, whichever process worked on them: read with every session that is loaded. */
export class FoldHistory {
  readonly #deps: Pick<Dependencies, 'store' | 'lease' | 'now' | 'monotonic'>;
  readonly #isDead: (lease: number | null) => Promise<boolean>;
  readonly #known = new BoundedMap<SessionId, Known>(KEPT);
  /** What is under way here, as who runs it keeps it. */
  here: ReadonlyMap<SessionId, { readonly job: Job }> = new Map();
  readonly #left = new Set<number | null>();
  readonly #doubted = new Set<number | null>();

  /** `isDead` tells whose work is left behind. */
  constructor(
    deps: Pick<Dependencies, 'store' | 'lease' | 'now' | 'monotonic'>,
    isDead: (lease: number | null) => Promise<boolean>,
  ) {
    this.#deps = deps;
    this.#isDead = isDead;
  }

  /** Takes in what the store has of a session's latest folds. */
  async learn(session: SessionId, { jobs, at }: RecentJobs): Promise<void> {
    const [newest] = jobs;
    const isElsewhere = newest !== undefined && !isFinal(newest.state) && newest.lease !== this.#deps.lease();
    const elsewhere = isElsewhere && !(await this.#isLeft(newest.lease)) ? jobView(newest) : null;
    const { now, monotonic } = this.#deps;
    const before = this.#known.get(session) ?? NOTHING;
    const over = jobs.filter(isCounted);
    const good = over.findIndex(succeeded);
    const failures = good === -1 ? over.length : good;
    const [last] = over;
    if (last === undefined || last.id === before.last?.id) {
      this.#known.set(session, { ...before, elsewhere, ...(last === undefined ? {} : { failures }) });
      return;
    }
    const ago = Math.max(0, (at ?? now()) - (last.endedAt ?? last.updatedAt));
    const ended = { id: last.id, at: monotonic() - ago };
    // What ended here later could not be written down.
    const isOlder = before.last !== null && before.last.at > ended.at;
    this.#known.set(session, isOlder ? { ...before, elsewhere } : { elsewhere, last: ended, failures });
  }

  /** Has `state` tell no more of a fold elsewhere that is over by now. */
  async refresh(session: SessionId): Promise<void> {
    if (this.#known.get(session)?.elsewhere != null) await this.read(session);
  }

  async read(session: SessionId): Promise<void> {
    await this.learn(session, await this.#deps.store.jobs.recent(session, FOLD_KIND));
  }

  /** Notes how one came out here. */
  note(session: SessionId, job: JobId, isGood: boolean): void {
    const before = this.#known.get(session) ?? NOTHING;
    const last = { id: job, at: this.#deps.monotonic() };
    this.#known.set(session, { ...before, last, failures: isGood ? 0 : before.failures + 1 });
  }

  /** How folding stands in a session, whichever process folds: as it was when the session was loaded last, or learnt here since. */
  state(session: SessionId): FoldState {
    const { elsewhere, last, failures } = this.#known.get(session) ?? NOTHING;
    const left = last === null ? 0 : last.at + COOLDOWN_MS - this.#deps.monotonic();
    return {
      folding: this.here.get(session)?.job ?? elsewhere,
      cooldownSeconds: Math.max(0, Math.ceil(left / 1_000)),
      breakerOpen: failures >= BREAKER_LIMIT,
    };
  }

  /** Whether a process is known to be dead. It takes a while to be sure that one lives: nobody who only looks waits for that. */
  async #isLeft(lease: number | null): Promise<boolean> {
    if (!this.#left.has(lease) && !this.#doubted.has(lease)) {
      this.#doubted.add(lease);
      const look = this.#isDead(lease)
        .then((dead) => void (dead && this.#left.add(lease)))
        .catch(() => undefined)
        .finally(() => this.#doubted.delete(lease));
      await Promise.race([look, sleep(AT_ONCE_MS)]);
    }
    return this.#left.has(lease);
  }
}

/** Whether a fold is one that the next waits for. Without a result its process ended in the middle of it: that was no fold. */
function isCounted({ state, result }: StoredJob): boolean {
  return (state === 'done' || state === 'failed') && result !== null && (result as JobEnd).skipped !== true;
}

function succeeded({ state, result }: StoredJob): boolean {
  return state === 'done' && (result as JobEnd).degraded !== true;
}
