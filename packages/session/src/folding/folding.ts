import type { Estimate, Job } from '@tenfold/contract';
import { type FoldId, positionsOf } from '@tenfold/core';
import type { JobId, SessionId, Job as StoredJob } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import { measure } from '../conversation/status.ts';
import { invalidRequest } from '../session-error.ts';
import { effectOf, estimateCost, ownPrices, summarizerPrices } from './fold-cost.ts';
import { estimateView, pricedOnly } from './fold-estimate.ts';
import { foldPlan } from './fold-plan.ts';
import { createFoldRecords, type FoldingParts, type FoldRecords } from './fold-records.ts';
import type { FoldRequest } from './fold-request.ts';
import type { FoldScheduler } from './fold-scheduler.ts';
import { refusePointless, refuseStart } from './fold-trigger.ts';
import { withHidden } from './hidden.ts';
import { abandonedView, FOLD_KIND, jobView } from './job.ts';
import { type Recipe, recipeFor } from './recipe.ts';
import { regenerationPlan } from './regeneration.ts';
import { askRoomOf, type Summarizer, summarizerOf, summarizersFor } from './summarizers.ts';

/** Folding by hand, what it came to, and taking it back. */
export interface Folding extends FoldRecords {
  /** Starts a fold beside the conversation. Refuses with `fold-running`, `fold-cooldown`, `below-floor`. */
  condense(session: SessionId, request?: FoldRequest): Promise<Job>;
  /** What a fold would come to; nothing is paid or changed. */
  estimate(session: SessionId, request?: FoldRequest): Promise<Estimate>;
  job(id: JobId): Promise<Job>;
  /** All folds that were asked for in a session, the newest first: those that failed, were cancelled or skipped too, with why. */
  jobs(session: SessionId, options?: { readonly limit?: number }): Promise<readonly Job[]>;
  /** The fold under way in a session. */
  running(session: SessionId): Promise<Job | null>;
  /** Resolves when the job is final, whichever process works on it. */
  finished(id: JobId): Promise<Job>;
  /** Stops it, whichever process works on it, and answers how it ended. */
  cancel(id: JobId): Promise<Job>;
  /** Asks for the summary anew. */
  regenerate(session: SessionId, fold: FoldId, request?: { fast?: boolean; actor?: string }): Promise<Job>;
}

/** Folding by hand over a store. */
export function createFolding(parts: FoldingParts): Folding {
  const { store, loader, scheduler } = parts;
  return {
    async condense(session, request = {}) {
      const loaded = await loader.load(session);
      const recipe = await recipeFor(request, loaded.choices, parts);
      await refuseElsewhere(parts, loaded, request);
      // Refused before anything is estimated.
      refuseStart('manual', scheduler.stateToStart(session));
      if (!request.force) {
        const { folds, report } = (await costOfFold(parts, loaded, request, recipe)).estimated.estimate.outcome;
        refusePointless(measure(loaded).used, loaded.choices.budget, { folds: folds.length, warnings: report.warnings });
      }
      const fast = request.fast ?? loaded.choices.value('fast');
      const { job } = await scheduler.start(session, {
        trigger: 'manual',
        request,
        recipe,
        fast,
        degrade: true,
        branch: loaded.branch,
      });
      return job;
    },
    async estimate(session, request = {}) {
      const loaded = await loader.load(session);
      const recipe = await recipeFor(request, loaded.choices, parts);
      await refuseElsewhere(parts, loaded, request);
      const { estimated, summarizers } = await costOfFold(parts, loaded, request, recipe, 'try');
      return estimateView(estimated, loaded, summarizers, await allPrices(parts, loaded, summarizers));
    },
    job: (id) => scheduler.job(id),
    async jobs(session, { limit = MAX_JOBS } = {}) {
      await store.sessions.get(session);
      const rows = await store.jobs.list({ session, kind: FOLD_KIND, limit });
      return Promise.all(rows.map((row) => jobNow(scheduler, row)));
    },
    async running(session) {
      const [row] = await store.jobs.list({ session, kind: FOLD_KIND, states: ['queued', 'running'], limit: 1 });
      return scheduler.here(session) ?? (row === undefined ? null : jobView(row));
    },
    finished: (id) => scheduler.waitForEnd(id),
    async cancel(id) {
      await scheduler.cancel(id);
      return scheduler.job(id);
    },
    ...createFoldRecords(parts),
    async regenerate(session, fold, request = {}) {
      const loaded = await loader.load(session);
      const recipe = await recipeFor({}, loaded.choices, parts);
      const fast = request.fast ?? loaded.choices.value('fast');
      const order = { trigger: 'manual', request, recipe, fast, degrade: true, branch: loaded.branch, regenerate: fold } as const;
      await regenerationPlan(store, loaded, { ...order, used: 0, askRoom: 1, sent: null }, fold);
      return (await scheduler.start(session, order)).job;
    },
  };
}

/** A job as it is now: what is under way here is known better than its row tells, and what a dead process left is over. */
async function jobNow(scheduler: FoldScheduler, row: StoredJob): Promise<Job> {
  if (await scheduler.isAbandoned(row)) return abandonedView(row);
  const here = scheduler.here(row.session ?? '');
  return here?.id === row.id ? here : jobView(row);
}

/** Jobs listed when nobody says how many. */
const MAX_JOBS = 50;

/** An end that is not on the branch would be no end at all, and everything folded. */
async function refuseElsewhere(
  { store }: FoldingParts,
  { session, opened }: LoadedSession,
  { upTo }: FoldRequest,
): Promise<void> {
  if (upTo === undefined || positionsOf(opened.conversation.transcript).has(upTo)) return;
  await store.entries.get(session.id, upTo);
  throw invalidRequest([{ field: 'upTo', message: 'This entry is condensed already, or on another branch.' }]);
}

/** What a fold would come to. Where nobody has to be paid it can simply be tried: then that is what running it gives. */
async function costOfFold(
  parts: FoldingParts,
  shown: LoadedSession,
  request: FoldRequest,
  recipe: Recipe,
  how: 'try' | 'guess' = 'guess',
) {
  const loaded = await withHidden(parts.store, shown);
  const fast = request.fast ?? loaded.choices.value('fast');
  const summarizers = await summarizersFor(parts, parts.chooser, loaded.choices, { fast });
  const terms = {
    trigger: 'manual',
    request,
    recipe,
    used: measure(loaded).used,
    askRoom: askRoomOf(summarizers),
    sent: null,
    degrade: true,
  } as const;
  const opened = parts.engine.open(foldPlan(loaded, terms));
  try {
    const estimated = await estimateCost(opened, loaded.choices, summarizers);
    if (how === 'guess' || summarizers.length > 0) return { estimated, summarizers };
    const outcome = await opened.condense(null);
    const effect = await effectOf(opened, 'run', loaded.choices, 0);
    return { estimated: { estimate: { ...estimated.estimate, outcome, asks: 0 }, cost: 0, effect }, summarizers };
  } finally {
    opened.close();
  }
}

/** Prices of everyone who could be asked: those who would be, and all profiles. */
async function allPrices({ store, now, chooser }: FoldingParts, { choices }: LoadedSession, summarizers: readonly Summarizer[]) {
  const profiles = await Promise.all(
    (await store.profiles.list()).map(async ({ id }) => {
      const profile = await chooser.profile(id).catch(() => null);
      return profile === null ? null : summarizerPrices(await summarizerOf(store, profile, now()));
    }),
  );
  return pricedOnly([...summarizers.map(summarizerPrices), ownPrices(choices), ...profiles]);
}
