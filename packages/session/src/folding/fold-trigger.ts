import type { Job } from '@tenfold/contract';
import { type Budget, counted, formatCount, type NetEffect, type Status } from '@tenfold/core';
import type { JobId, RecentJobs, Run, RunTrigger, SessionId, Job as StoredJob } from '@tenfold/store';
import type { FoldState } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { SessionError } from '../session-error.ts';
import { sleep } from '../sleep.ts';
import type { FoldRequest } from './fold-request.ts';
import { FOLD_KIND, isFinal, type JobEnd, jobView } from './job.ts';

/**
 * When a fold is due, how deep it goes and whether anybody waits for it: answered here and nowhere else, from the status of the
 * context, the settings, the cooldown and the breaker. Turns ask before every request, commands before every fold.
 */
export type DueFold = 'hard' | 'soft' | null;

/** What is due before the next request: at `hard` it waits for the fold, at `soft` the fold runs beside it. */
export function dueFold(status: Pick<Status, 'needsFold'> & FoldState, { softOff }: Pick<Budget, 'softOff'>): DueFold {
  const { needsFold, folding, cooldownSeconds, breakerOpen } = status;
  if (needsFold === 'hard') return 'hard';
  if (needsFold !== 'soft' || softOff) return null;
  return folding === null && cooldownSeconds === 0 && !breakerOpen ? 'soft' : null;
}

/** How much a context grows before what was undone may be folded again beside the conversation. */
const GROWN = 1.5;

/** Whether the latest fold was undone, and stays so for now: only hard folds again at once. */
export function staysUndone(used: number, latest: Pick<Run, 'outcome' | 'tokensBefore'> | undefined): boolean {
  return latest?.outcome === 'undone' && used < latest.tokensBefore * GROWN;
}

/** The latest fold of a branch that took effect, undone since or not. */
export function latestFold(runs: readonly Run[], branch: string): Run | undefined {
  return runs.find((run) => run.branch === branch && ['done', 'degraded', 'unmet', 'undone'].includes(run.outcome));
}

/** What a fold that nobody asked for says of itself where the latest one was undone; null for any other. */
export function againNote(trigger: RunTrigger, latest: Pick<Run, 'outcome'> | undefined): string | null {
  if (trigger === 'manual' || latest?.outcome !== 'undone') return null;
  const why = trigger === 'hard' ? 'the context was full' : 'the context has grown by half since';
  return `Condensed again although you had undone it: ${why}.`;
}

/** Refuses a fold while another is under way, within 30 s of the last one, and beside the conversation after failures in a row; hard waits for the first alone. */
export function refuseStart(trigger: RunTrigger, { folding, cooldownSeconds, breakerOpen }: FoldState): void {
  if (folding !== null) throw foldRunning(folding.id);
  if (cooldownSeconds > 0 && trigger !== 'hard') throw foldCooldown(cooldownSeconds);
  if (breakerOpen && trigger === 'soft')
    throw new SessionError('fold-cooldown', 'Condensing in the background failed several times in a row.', {
      todo: 'Condense by hand to see why; once that works, it goes on by itself.',
      facts: { secondsLeft: 0 },
    });
}

/** Refuses a fold by hand below the floor, or one that would gain nothing; `force` runs it all the same. */
export function refusePointless(
  used: number,
  { floor }: Pick<Budget, 'floor'>,
  planned: { folds: number; warnings: readonly string[] },
): void {
  if (used < floor)
    throw new SessionError(
      'below-floor',
      `The conversation has ${counted(used, 'token')}. Below ${formatCount(floor)} there is no point in condensing it.`,
      { todo: 'Go on talking, or use --force.', facts: { used, floor } },
    );
  if (planned.folds > 0) return;
  throw new SessionError('nothing-to-gain', ['Nothing would be gained by condensing now.', ...planned.warnings].join(' '), {
    todo: 'Go on talking, choose another strategy, or use --force.',
    facts: { used },
  });
}

/** Why a fold beside is not worth it: below hard, one that does not pay for itself in the turns expected only breaks the cache. */
export function tooExpensive(trigger: RunTrigger, effect: NetEffect | null, expectedTurns: number): string | null {
  if (trigger !== 'soft' || effect === null || effect.payback <= expectedTurns) return null;
  const turns = Number.isFinite(effect.payback) ? effect.payback : 'no number of';
  return `It would pay for itself only after ${turns} turns; ${expectedTurns} are expected.`;
}

/** What decides how deep a fold goes. */
export interface Depth {
  readonly trigger: RunTrigger;
  readonly request: FoldRequest;
  readonly used: number;
  /** True for a strategy that keeps what its settings retain and takes the rest, whatever the goal. */
  readonly takesRest: boolean;
  readonly degrade: boolean;
}

/** Tokens a fold aims at; what is asked for by hand folds below the goal too: to half of what there is, or as far as it goes. */
export function goalOf(budget: Budget, { trigger, request, used, takesRest }: Depth): number | undefined {
  if (request.target !== undefined) return request.target;
  if (request.force || request.upTo !== undefined || request.retainTokens !== undefined)
    // A goal out of reach would leave the summary next to nothing.
    return takesRest ? Math.max(0, used - 1) : 0;
  return trigger === 'manual' ? Math.min(budget.goal, Math.floor(used / 2)) : undefined;
}

/** Tokens the request must come under, by the floor if need be; null where failing to get there is no harm. */
export function limitOf({ hardAt, room }: Budget, { trigger, degrade }: Pick<Depth, 'trigger' | 'degrade'>): number | null {
  return trigger === 'hard' && degrade ? Math.min(hardAt, room + 1) - 1 : null;
}

/** One fold at a time. */
export function foldRunning(job: JobId): SessionError {
  return new SessionError('fold-running', 'This conversation is being condensed already.', {
    todo: 'Wait until it is done, or cancel it.',
    facts: { job },
  });
}

function foldCooldown(secondsLeft: number): SessionError {
  return new SessionError('fold-cooldown', `This conversation was condensed a moment ago. It can be again in ${secondsLeft} s.`, {
    todo: `Try again in ${secondsLeft} s.`,
    facts: { secondsLeft },
  });
}

/** Failures in a row after which folding beside the conversation stops until one succeeds. */
export const BREAKER_LIMIT = 3;

/** Milliseconds between the end of a fold and the start of the next, however it is started; hard does not wait. */
const COOLDOWN_MS = 30_000;

/** Seconds until the next fold may start, by the clock that only grows. */
export function cooldownSeconds(foldedAt: number, now: number): number {
  return Math.max(0, Math.ceil((foldedAt + COOLDOWN_MS - now) / 1_000));
}

/** How long somebody who only looks waits to hear that a process is dead. */
const AT_ONCE_MS = 100;

/** What is known of the folds of a session. */
export interface KnownFolds {
  /** One that another process works on. */
  readonly elsewhere: Job | null;
  /** The last one that is over, and when that was by the clock of this process that is never set. */
  readonly last: { readonly id: JobId; readonly at: number } | null;
  /** How many failed in a row. */
  readonly failures: number;
}

const NOTHING: KnownFolds = { elsewhere: null, last: null, failures: 0 };

/** What is known of the folds of sessions, whichever process worked on them: read with every session that is loaded. */
export class FoldHistory {
  readonly #deps: Pick<Dependencies, 'store' | 'lease' | 'now' | 'monotonic'>;
  readonly #isDead: (lease: number | null) => Promise<boolean>;
  readonly #known: Map<SessionId, KnownFolds>;
  /** What is under way here, as who runs it keeps it. */
  here: ReadonlyMap<SessionId, { readonly job: Job }> = new Map();
  readonly #doubted = new Set<number | null>();

  /** `isDead` tells whose work is left behind; what is forgotten of `known` is read when its session is loaded next. */
  constructor(
    deps: Pick<Dependencies, 'store' | 'lease' | 'now' | 'monotonic'>,
    isDead: (lease: number | null) => Promise<boolean>,
    known: Map<SessionId, KnownFolds>,
  ) {
    this.#known = known;
    this.#deps = deps;
    this.#isDead = isDead;
  }

  /** Takes in what the store has of a session's latest folds. */
  async learn(session: SessionId, { jobs, at }: RecentJobs): Promise<void> {
    const [newest] = jobs;
    const isElsewhere = newest !== undefined && !isFinal(newest.state) && newest.lease !== this.#deps.lease;
    const elsewhere = isElsewhere && !(await this.#isAbandoned(newest.lease)) ? jobView(newest) : null;
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

  /** Remembers how one came out here. */
  recordEnd(session: SessionId, job: JobId, isGood: boolean): void {
    const before = this.#known.get(session) ?? NOTHING;
    const last = { id: job, at: this.#deps.monotonic() };
    this.#known.set(session, { ...before, last, failures: isGood ? 0 : before.failures + 1 });
  }

  /** How folding stands in a session, whichever process folds: as it was when the session was loaded last, or learnt here since. */
  state(session: SessionId): FoldState {
    const { elsewhere, last, failures } = this.#known.get(session) ?? NOTHING;
    return {
      folding: this.here.get(session)?.job ?? elsewhere,
      cooldownSeconds: last === null ? 0 : cooldownSeconds(last.at, this.#deps.monotonic()),
      breakerOpen: failures >= BREAKER_LIMIT,
    };
  }

  /** Whether a process is known to be dead. It takes a while to be sure that one lives: nobody who only looks waits for that. */
  async #isAbandoned(lease: number | null): Promise<boolean> {
    if (this.#doubted.has(lease)) return false;
    this.#doubted.add(lease);
    const look = this.#isDead(lease)
      .catch(() => false)
      .finally(() => this.#doubted.delete(lease));
    return Promise.race([look, sleep(AT_ONCE_MS).then(() => false)]);
  }
}

/** Whether a fold is one that the next waits for. Without a result its process ended in the middle of it: that was no fold. */
function isCounted({ state, result }: StoredJob): boolean {
  return (state === 'done' || state === 'failed') && result !== null && (result as JobEnd).skipped !== true;
}

function succeeded({ state, result }: StoredJob): boolean {
  return state === 'done' && (result as JobEnd).degraded !== true;
}
