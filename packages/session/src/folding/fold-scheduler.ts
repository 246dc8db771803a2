import { randomUUID } from 'node:crypto';
import type { Job, Run } from '@tenfold/contract';
import type { FoldId } from '@tenfold/core';
import type { JobId, RunTrigger, SessionId, Store, Job as StoredJob } from '@tenfold/store';
import type { FoldState } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { sleep } from '../sleep.ts';
import { FoldJobs } from './fold-jobs.ts';
import type { FoldRequest } from './fold-request.ts';
import { type FoldHistory, refuseStart } from './fold-trigger.ts';
import { abandonedView, isFinal, type JobEnd, type JobInput, jobView, newJob, WITHDRAWN } from './job.ts';
import type { Progress } from './progress.ts';
import type { Recipe } from './recipe.ts';

/** A fold that is asked for. */
export interface FoldOrder {
  readonly trigger: RunTrigger;
  readonly request: FoldRequest;
  readonly recipe: Recipe;
  readonly fast: boolean;
  /** Make do with less when models fail: the embedded summarizer, and at hard the floor. */
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

/** How the work of a fold is followed and ended. */
export interface FoldControl {
  /** Ends it. */
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Called where it is to take effect, in that unit of work: throws where somebody cancelled it, or took it for dead. */
  ensureWanted(unit: Store): Promise<void>;
}

/** Does the work of a fold. */
export type FoldWork = (session: SessionId, order: FoldOrder, control: FoldControl) => Promise<FoldResult>;

interface Running {
  job: Job;
  /** Its row is only just being written. */
  readonly isNew?: true;
  readonly controller: AbortController;
  readonly finished: Promise<FoldResult>;
}

/** Starts folds, one at a time in a session and 30 s apart, and knows how they fare. */
export class FoldScheduler {
  readonly #deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'lease' | 'now' | 'monotonic' | 'observe'>;
  readonly #work: FoldWork;
  readonly #running = new Map<SessionId, Running>();
  readonly #history: FoldHistory;
  readonly #jobs: FoldJobs;
  #poll: NodeJS.Timeout | undefined;
  readonly #onEnd: (session: SessionId) => Promise<void>;

  /** `isDead` tells whose work is left behind; `onEnd` is called for every session whose fold is over. */
  constructor(
    deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'lease' | 'now' | 'monotonic' | 'observe'>,
    work: FoldWork,
    history: FoldHistory,
    isDead: (lease: number | null) => Promise<boolean>,
    onEnd: (session: SessionId) => Promise<void>,
  ) {
    this.#deps = deps;
    this.#work = work;
    this.#history = history;
    history.here = this.#running;
    this.#jobs = new FoldJobs(deps, isDead);
    this.#onEnd = onEnd;
  }

  /** Whether a fold is under way in a session now, whichever process works on it. */
  async isFolding(session: SessionId): Promise<boolean> {
    await this.#history.read(session);
    return this.#history.state(session).folding !== null;
  }

  /** The fold under way here. */
  here(session: SessionId): Job | null {
    return this.#running.get(session)?.job ?? null;
  }

  /** How folding stands for who is about to start a fold: whether a process that folds elsewhere lives is found out only then. */
  stateToStart(session: SessionId): FoldState {
    return { ...this.#history.state(session), folding: this.here(session) };
  }

  /** A fold by its id, as it is stored. */
  async job(id: JobId): Promise<Job> {
    return jobView(await this.#jobs.get(id));
  }

  running(session: SessionId): Promise<FoldResult> | null {
    return this.#running.get(session)?.finished ?? null;
  }

  result(job: JobId): Promise<FoldResult> | null {
    for (const running of this.#running.values()) if (running.job.id === job) return running.finished;
    return null;
  }

  /** True for a job that says it is under way while nobody will ever end it. */
  async isAbandoned(row: StoredJob): Promise<boolean> {
    const { id, session, state, lease } = row;
    if (isFinal(state) || this.result(id) !== null) return false;
    if (await this.#jobs.isAbandoned(row)) return true;
    // Its end could not be written down.
    return lease === this.#deps.lease && session !== null && this.#running.get(session)?.isNew !== true;
  }

  /** Starts a fold. Refuses with `fold-running` and `fold-cooldown`; hard does not wait for the cooldown. */
  async start(session: SessionId, order: FoldOrder): Promise<{ readonly job: Job; readonly finished: Promise<FoldResult> }> {
    refuseStart(order.trigger, this.stateToStart(session));
    await this.#history.read(session);
    refuseStart(order.trigger, this.stateToStart(session));
    const controller = new AbortController();
    const { promise: begun, resolve: begin } = Promise.withResolvers<Job | null>();
    const finished = begun.then((job) => (job === null ? CANCELLED : this.#follow(job, order, controller)));
    const input = inputOf(order);
    // Taken before the row is written, so that two calls in one moment cannot both start.
    const placeholder = newJob(randomUUID(), session, input, this.#deps.now());
    this.#running.set(session, { job: placeholder, isNew: true, controller, finished });
    try {
      const job = jobView(await this.#jobs.create(placeholder.id, session, input));
      this.#running.set(session, { job, controller, finished });
      this.#schedulePoll();
      begin(job);
      return { job, finished };
    } catch (error) {
      this.#running.delete(session);
      begin(null);
      throw error;
    }
  }

  /** Stops a fold that is under way here; null where it is not. */
  abort(job: JobId): Promise<FoldResult> | null {
    for (const { job: own, controller } of this.#running.values()) if (own.id === job) controller.abort();
    return this.result(job);
  }

  /** Stops a fold, whichever process works on it, and waits until that has. One that is over is a conflict. */
  async cancel(job: JobId): Promise<void> {
    await (this.abort(job) ?? this.#jobs.cancelElsewhere(job));
  }

  /** Waits until a fold is over, whichever process works on it. */
  async waitForEnd(id: JobId): Promise<Job> {
    for (;;) {
      await this.result(id);
      const row = await this.#jobs.get(id);
      if (isFinal(row.state)) return jobView(row);
      if (await Promise.race([this.isAbandoned(row), sleep(POLL_MS).then(() => false)])) return abandonedView(row);
    }
  }

  isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Stops all and waits. */
  async close(): Promise<void> {
    clearTimeout(this.#poll);
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.allSettled(running.map(({ finished }) => finished));
  }

  async #follow(job: Job, order: FoldOrder, controller: AbortController): Promise<FoldResult> {
    const { log, events } = this.#deps;
    const { session } = job;
    const { signal } = controller;
    const ensureWanted = async (unit: Store) => {
      if (!(await this.#jobs.holds(unit, job.id))) controller.abort();
      signal.throwIfAborted();
    };
    await events.publish(session, 'job', { ...job });
    let result: FoldResult;
    try {
      const onProgress = (progress: Progress) => this.#publishProgress(job.id, session, progress);
      result = await this.#work(session, order, { signal, onProgress, ensureWanted });
    } catch (error) {
      result = signal.aborted ? CANCELLED : { outcome: 'failed', reason: reasonOf(error), run: null, unmet: null };
    }
    if (result.outcome === 'failed')
      log.error('fold-failed', { session, job: job.id, trigger: order.trigger, reason: result.reason });
    this.#recordEnd(job, order, result);
    await this.#finish(job, order, result);
    this.#running.delete(session);
    await this.#onEnd(session).catch((error: unknown) => log.warn('fold-end-untold', { session, reason: reasonOf(error) }));
    return result;
  }

  #recordEnd({ id, session }: Job, { trigger }: FoldOrder, { outcome, reason }: FoldResult): void {
    // A target out of reach is no failure of whoever summarized.
    if (outcome !== 'skipped' && outcome !== 'cancelled')
      this.#history.recordEnd(session, id, outcome === 'done' || outcome === 'unmet');
    if (outcome === 'failed') this.#deps.observe({ type: 'fold-error', trigger, reason: reason === null ? 'unknown' : 'failed' });
  }

  #publishProgress(id: JobId, session: SessionId, progress: Progress): void {
    const running = this.#running.get(session);
    if (running?.job.id !== id) return;
    running.job = { ...running.job, ...progress };
    void this.#deps.events.publish(session, 'job', { ...running.job });
    this.#jobs.storeProgress(id, progress);
  }

  #finish(job: Job, order: FoldOrder, { outcome, reason, run }: FoldResult): Promise<void> {
    const end: JobEnd = {
      ...(reason === null ? {} : { reason }),
      ...(run === null ? {} : { runId: run.id }),
      ...(outcome === 'skipped' ? { skipped: true } : {}),
      ...(outcome === 'degraded' ? { degraded: true } : {}),
    };
    const state = outcome === 'failed' || outcome === 'cancelled' ? outcome : 'done';
    return this.#jobs.finish(job, state, end, order.request.actor);
  }

  /** Ends folds that other processes asked to be cancelled, as long as there are any here. */
  async #pollCancelled(): Promise<void> {
    try {
      const known = [...this.#running.values()].filter(({ isNew }) => isNew !== true);
      const cancelled = known.length === 0 ? null : await this.#jobs.findCancelled(known.map(({ job }) => job.id));
      for (const { job, controller } of known) if (cancelled?.has(job.id)) controller.abort();
    } catch (error) {
      this.#deps.log.warn('cancels-not-read', { reason: reasonOf(error) });
    }
    this.#poll = undefined;
    this.#schedulePoll();
  }

  #schedulePoll(): void {
    if (this.#running.size > 0) this.#poll ??= setTimeout(() => void this.#pollCancelled(), POLL_MS).unref();
  }
}

/** How often a process that folds looks whether another one was asked to cancel it, and one that waits whether it is over. */
const POLL_MS = 500;

const CANCELLED: FoldResult = { outcome: 'cancelled', reason: WITHDRAWN, run: null, unmet: null };

function inputOf({ trigger, recipe, fast, branch }: FoldOrder): JobInput {
  return { trigger, strategy: recipe.strategy.id, strategyName: recipe.strategy.name, fast, branch: branch ?? null };
}
