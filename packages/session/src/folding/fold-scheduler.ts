import type { FoldId } from '@tenfold/core';
import { Conflict, type JobId, type RunTrigger, type SessionId, type Job as StoredJob } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import type { FoldState } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import type { FoldRequest } from './fold-request.ts';
import { BREAKER_LIMIT, Cooldown, foldRunning, refuseStart } from './fold-trigger.ts';
import {
  ABANDONED,
  FOLD_KIND,
  foldSlot,
  type Job,
  type JobEnd,
  type JobInput,
  jobView,
  newJob,
  type Progress,
  WITHDRAWN,
} from './job.ts';
import type { Recipe } from './recipe.ts';
import type { Run } from './run-view.ts';

/** A fold that is asked for. */
export interface FoldOrder {
  readonly trigger: RunTrigger;
  readonly request: FoldRequest;
  readonly recipe: Recipe;
  readonly fast: boolean;
  /** Make do with less when models fail: the embedded summariser, and at hard the floor. */
  readonly degrade: boolean;
  /** Branch to fold; the session's current one when not given. */
  readonly branch?: string;
  /** Fold whose text is asked for anew. */
  readonly regenerate?: FoldId;
}

/** What became of a fold. */
export interface FoldResult {
  readonly outcome: 'done' | 'degraded' | 'unmet' | 'skipped' | 'failed' | 'cancelled';
  readonly reason: string | null;
  readonly run: Run | null;
  /** Even the floor could not make it fit. */
  readonly unmet: Error | null;
}

/** Does the work of a fold; told to stop by `signal`. */
export type FoldWork = (
  session: SessionId,
  order: FoldOrder,
  follow: { readonly signal: AbortSignal; tell(progress: Progress): void },
) => Promise<FoldResult>;

interface Running {
  job: Job;
  readonly controller: AbortController;
  readonly finished: Promise<FoldResult>;
}

/** Starts folds, one at a time in a session and 30 s apart, and knows how they fare. */
export class FoldScheduler {
  readonly #deps: Dependencies;
  readonly #work: FoldWork;
  readonly #cooldown: Cooldown;
  readonly #running = new Map<SessionId, Running>();
  /** Folds of a session that failed in a row. */
  readonly #failures = new BoundedMap<SessionId, number>(MAX_FAILING);
  readonly #isDead: (lease: number | null) => Promise<boolean>;
  readonly #ended: (session: SessionId) => Promise<void>;

  /** `isDead` tells whose work is left behind; `ended` hears of every session whose fold is over. */
  constructor(
    deps: Dependencies,
    work: FoldWork,
    isDead: (lease: number | null) => Promise<boolean>,
    ended: (session: SessionId) => Promise<void>,
  ) {
    this.#deps = deps;
    this.#work = work;
    this.#cooldown = new Cooldown(() => deps.monotonic());
    this.#isDead = isDead;
    this.#ended = ended;
  }

  /** Takes up where the process before left off: a new start neither shortens the wait nor forgets failures. */
  async remember(): Promise<void> {
    this.#learnFrom(await this.#deps.store.jobs.list({ kind: FOLD_KIND, states: ['done', 'failed'], limit: REMEMBERED }));
  }

  /** What other processes did in a session since, where there may be others. */
  async #catchUp(session: SessionId): Promise<void> {
    const { store } = this.#deps;
    if (!store.shared) return;
    const past = await store.jobs.list({ session, kind: FOLD_KIND, states: ['done', 'failed'], limit: BREAKER_LIMIT });
    this.#failures.delete(session);
    this.#learnFrom(past);
  }

  #learnFrom(past: readonly StoredJob[]): void {
    const { now } = this.#deps;
    for (const { session, state, result, updatedAt } of past.toReversed()) {
      // Without a result its process ended in the middle of it: that was no fold.
      const { skipped, degraded } = (result ?? { skipped: true }) as JobEnd;
      if (session === null || skipped === true) continue;
      this.#cooldown.start(session, now() - updatedAt);
      this.#count(session, state === 'done' && degraded !== true);
    }
  }

  state(session: SessionId): FoldState {
    return {
      folding: this.#running.get(session)?.job ?? null,
      cooldownSeconds: this.#cooldown.secondsLeft(session),
      breakerOpen: (this.#failures.get(session) ?? 0) >= BREAKER_LIMIT,
    };
  }

  running(session: SessionId): Promise<FoldResult> | null {
    return this.#running.get(session)?.finished ?? null;
  }

  result(job: JobId): Promise<FoldResult> | null {
    for (const running of this.#running.values()) if (running.job.id === job) return running.finished;
    return null;
  }

  /** True for a job that says it is under way while nobody will ever end it. */
  async isAbandoned({ id, session, state, lease }: StoredJob): Promise<boolean> {
    if ((state !== 'queued' && state !== 'running') || this.result(id) !== null) return false;
    if (await this.#isDead(lease)) return true;
    // Its end could not be written down. A row that is only just being written has no name here yet.
    return lease === this.#deps.lease() && session !== null && this.#running.get(session)?.job.id !== '';
  }

  /** Starts a fold. Refuses with `fold-running` and `fold-cooldown`; hard does not wait for the cooldown. */
  async start(session: SessionId, order: FoldOrder): Promise<{ readonly job: Job; readonly finished: Promise<FoldResult> }> {
    refuseStart(order.trigger, this.state(session));
    await this.#catchUp(session);
    refuseStart(order.trigger, this.state(session));
    const controller = new AbortController();
    let begin: (job: Job | null) => void = () => {};
    const begun = new Promise<Job | null>((resolve) => {
      begin = resolve;
    });
    const finished = begun.then((job) => (job === null ? CANCELLED : this.#follow(job, order, controller.signal)));
    const input = inputOf(order);
    // Taken before the row is written, so that two calls in one moment cannot both start.
    const placeholder = newJob(session, input, this.#deps.now());
    this.#running.set(session, { job: placeholder, controller, finished });
    try {
      const job = jobView(await this.#createRow(session, input));
      this.#running.set(session, { job, controller, finished });
      begin(job);
      return { job, finished };
    } catch (error) {
      this.#running.delete(session);
      begin(null);
      throw error;
    }
  }

  /** Stops a fold; false when it is not under way here. */
  cancel(job: JobId): boolean {
    const running = [...this.#running.values()].find((candidate) => candidate.job.id === job);
    running?.controller.abort();
    return running !== undefined;
  }

  isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Stops all and waits. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.allSettled(running.map(({ finished }) => finished));
  }

  async #createRow(session: SessionId, input: JobInput) {
    const { store } = this.#deps;
    const create = () =>
      store.jobs.create({
        session,
        kind: FOLD_KIND,
        slot: foldSlot(session),
        state: 'running',
        lease: this.#deps.lease(),
        input: { ...input },
        at: this.#deps.now(),
      });
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const id = String(error.facts.job);
      const holder = await store.jobs.get(id);
      // One of our own that is not under way ended without being able to say so.
      if (holder.lease !== this.#deps.lease() && !(await this.#isDead(holder.lease))) throw foldRunning(id);
      await store.jobs.update(id, {
        state: 'failed',
        error: { reason: ABANDONED },
        at: this.#deps.now(),
      });
      return create();
    }
  }

  async #follow(job: Job, order: FoldOrder, signal: AbortSignal): Promise<FoldResult> {
    const { log, events } = this.#deps;
    const { session } = job;
    await events.publish(session, 'job', { ...job });
    let result: FoldResult;
    try {
      result = await this.#work(session, order, { signal, tell: (progress) => this.#progress(job.id, session, progress) });
    } catch (error) {
      result = signal.aborted ? CANCELLED : { outcome: 'failed', reason: reasonOf(error), run: null, unmet: null };
    }
    if (result.outcome === 'failed')
      log.error('fold-failed', { session, job: job.id, trigger: order.trigger, reason: result.reason });
    this.#learn(session, order, result);
    await this.#finishRow(job, order, result);
    this.#running.delete(session);
    await this.#ended(session).catch((error: unknown) => log.warn('fold-end-untold', { session, reason: reasonOf(error) }));
    return result;
  }

  #learn(session: SessionId, { trigger }: FoldOrder, { outcome, reason }: FoldResult): void {
    if (outcome !== 'skipped' && outcome !== 'cancelled') {
      this.#cooldown.start(session);
      // A target out of reach is no failure of whoever summarised.
      this.#count(session, outcome === 'done' || outcome === 'unmet');
    }
    if (outcome === 'failed') this.#deps.observe({ type: 'fold-error', trigger, reason: reason === null ? 'unknown' : 'failed' });
  }

  #count(session: SessionId, succeeded: boolean): void {
    if (succeeded) this.#failures.delete(session);
    else this.#failures.set(session, (this.#failures.get(session) ?? 0) + 1);
  }

  #progress(id: JobId, session: SessionId, progress: Progress): void {
    const running = this.#running.get(session);
    if (running?.job.id !== id) return;
    running.job = { ...running.job, ...progress };
    const { store, events, log, now } = this.#deps;
    void events.publish(session, 'job', { ...running.job });
    store.jobs.update(id, { progress: { ...progress }, at: now() }).catch((error: unknown) => {
      log.warn('job-progress-lost', { job: id, reason: reasonOf(error) });
    });
  }

  async #finishRow(job: Job, order: FoldOrder, { outcome, reason, run }: FoldResult): Promise<void> {
    const { store, events, log, now } = this.#deps;
    const end: JobEnd = {
      ...(reason === null ? {} : { reason }),
      ...(run === null ? {} : { runId: run.id }),
      ...(outcome === 'skipped' ? { skipped: true } : {}),
      ...(outcome === 'degraded' ? { degraded: true } : {}),
    };
    const state = outcome === 'failed' || outcome === 'cancelled' ? outcome : 'done';
    try {
      const row = await store.jobs.update(job.id, { state, result: { ...end }, lease: this.#deps.lease(), at: now() });
      await events.publish(job.session, 'job', { ...jobView(row) }, order.request.actor);
    } catch (error) {
      log.error('job-end-lost', { job: job.id, reason: reasonOf(error) });
    }
  }
}

/** Sessions whose failures are remembered; of others background folding is tried once more. */
const MAX_FAILING = 1_000;

/** Past folds that are looked at when a process starts. */
const REMEMBERED = 500;

const CANCELLED: FoldResult = { outcome: 'cancelled', reason: WITHDRAWN, run: null, unmet: null };

function inputOf({ trigger, recipe, fast, branch }: FoldOrder): JobInput {
  return { trigger, strategy: recipe.strategy.id, strategyName: recipe.strategy.name, fast, branch: branch ?? null };
}
