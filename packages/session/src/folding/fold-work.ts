import { dollars, type Outcome, preparePasses } from '@tenfold/core';
import { type SessionId, type Traced, tracing } from '@tenfold/store';
import type { Checkpointer } from '../checkpoints/checkpointer.ts';
import type { LoadedSession, SessionLoader } from '../conversation/load-session.ts';
import { measure } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Chooser } from '../settings/choices.ts';
import { sleep } from '../sleep.ts';
import { effectOf, estimateCost } from './fold-cost.ts';
import { foldPlan } from './fold-plan.ts';
import { dividerAt, reachesOf } from './fold-range.ts';
import type { FoldOrder, FoldResult, FoldWork } from './fold-scheduler.ts';
import { againNote, latestFold, tooExpensive } from './fold-trigger.ts';
import { withHidden } from './hidden.ts';
import { CONDENSING, type Progress } from './progress.ts';
import { recordFold } from './record-fold.ts';
import { regenerationPlan } from './regeneration.ts';
import { createRunAnswerer, type Replacement } from './run-answerer.ts';
import { askRoomOf, summarizersFor } from './summarizers.ts';
import { swapIn } from './swap-in.ts';

/** What the work of a fold needs. */
export interface FoldParts
  extends Pick<Dependencies, 'store' | 'events' | 'log' | 'engine' | 'meter' | 'now' | 'monotonic' | 'observe'> {
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  readonly checkpointer: Checkpointer;
  readonly send: typeof fetch;
  /** Last entry the provider has cached. */
  sentUpTo(session: SessionId): string | null;
}

/** Milliseconds a fold may take, and with `fast`. */
const DEADLINE_MS = 60_000;
const FAST_DEADLINE_MS = 10_000;
/** A checkpoint that cannot be stored holds nothing up for longer. */
const CHECKPOINT_MS = 1_000;

/** The work of folds: prepared on a fixed prefix beside the conversation, checked, and swapped in. */
export function foldWork(parts: FoldParts): FoldWork {
  return (session, order, control) => {
    const { trigger, recipe } = order;
    const traced: Traced = { name: 'fold', attributes: { session, trigger, strategy: recipe.strategy.id } };
    return tracing.tracePromise(async () => {
      const result = await fold(parts, session, order, control);
      traced.attributes.outcome = result.outcome;
      return result;
    }, traced);
  };
}

async function fold(
  parts: FoldParts,
  ...[session, order, { signal, onProgress, ensureWanted }]: Parameters<FoldWork>
): Promise<FoldResult> {
  const { store, log, now, loader, chooser, send } = parts;
  const started = parts.monotonic();
  const loaded = await withHidden(store, await loader.load(session, order.branch));
  const { choices, branch } = loaded;
  await saveCheckpoint(parts, loaded, order);
  const { fast, regenerate } = order;
  const summarizers = await summarizersFor(parts, chooser, choices, { fast });
  const terms = { ...order, used: measure(loaded).used, askRoom: askRoomOf(summarizers), sent: parts.sentUpTo(session) };
  const { plan, base, dropped } =
    regenerate === undefined
      ? { plan: foldPlan(loaded, terms), base: loaded.opened.context, dropped: new Set<string>() }
      : await regenerationPlan(store, loaded, terms, regenerate);
  const passes = preparePasses(order.recipe.strategy, order.recipe.config).passes.length;
  const answerer = createRunAnswerer(parts, {
    chooser,
    choices,
    summarizers,
    send,
    fast,
    signal,
    deadline: started + (fast ? FAST_DEADLINE_MS : DEADLINE_MS),
    ...(regenerate === undefined ? {} : { salt: `${regenerate} ${now()}` }),
  });
  // Null until the run begins: what passes say while it is only estimated is not shown.
  let divider: number | null = null;
  const report = (progress: Omit<Progress, 'at'>) => {
    if (divider !== null) onProgress({ ...progress, at: divider });
  };
  const opened = parts.engine.open(plan, report);
  const giveUp = () => opened.close();
  signal.addEventListener('abort', giveUp);
  try {
    const { estimate, effect, cost: estimatedCost } = await estimateCost(opened, choices, summarizers);
    // The newest step is never summarized, so no divider stands later.
    divider = dividerAt(await reachesOf(estimate.outcome)) || loaded.opened.seams.newest;
    report({ pass: 0, passes, passName: '', scope: CONDENSING });
    const makesFolds = estimate.outcome.folds.length > 0;
    const expensive = makesFolds ? tooExpensive(order.trigger, effect, choices.value('expectedTurns')) : null;
    if (expensive !== null) return skipped(expensive);
    const made = await opened.condense(answerer.answer);
    signal.throwIfAborted();
    const cost = answerer.cost();
    const again = againNote(order.trigger, latestFold(await store.runs.list(session), branch));
    const replacements = answerer.replacements();
    const notes = [...(again === null ? [] : [again]), ...replacements.map((one) => replacementNote(one, cost, estimatedCost))];
    for (const one of replacements) log.warn('summarizer-failed', { session, ...one });
    const outcome = { ...made, report: { ...made.report, warnings: [...notes, ...made.report.warnings] } };
    if (outcome.folds.length === 0) return nothingMade(outcome, order, passes);
    if (!order.degrade && outcome.report.after >= choices.budget.hardAt)
      return failed(outcome.report.warnings[0] ?? 'The context would still be too full.');
    const finished = { session, branch, base, dropped, folds: outcome.folds, at: now() };
    return await recordFold(parts, {
      loaded,
      order,
      outcome,
      estimatedCost,
      cost,
      effect: await effectOf(opened, 'run', choices, cost ?? 0),
      seconds: (parts.monotonic() - started) / 1_000,
      hadModel: summarizers.length > 0,
      swap: (store) => ensureWanted(store).then(() => swapIn(store, finished)),
    });
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}

/** The state before a fold is kept, without holding it up. */
async function saveCheckpoint(
  { checkpointer }: FoldParts,
  { session, opened, branch }: LoadedSession,
  { trigger }: FoldOrder,
): Promise<void> {
  const label = trigger === 'manual' ? 'Before condensing' : 'Before automatic condensing';
  const made = checkpointer.automatic(session.id, { tags: ['before-fold'], label, branch, head: opened.context.head });
  await Promise.race([made, sleep(CHECKPOINT_MS)]);
}

/** Who was to answer, why it did not, who did, and what that cost. */
function replacementNote({ failed, reason, by }: Replacement, cost: number | null, expected: number | null): string {
  const price = cost === null ? 'at a price that is not known' : `for ${dollars(cost)}`;
  const estimate = expected === null ? '' : ` instead of an expected ${dollars(expected)}`;
  return `${failed} could not summarize (${reason}), so ${by} did, ${price}${estimate}. Check the profile of ${failed}.`;
}

function skipped(reason: string): FoldResult {
  return { outcome: 'skipped', reason, run: null, unmet: null };
}

function failed(reason: string): FoldResult {
  return { outcome: 'failed', reason, run: null, unmet: null };
}

/** No fold was made: nothing to gain is no failure, a pass that failed is. */
function nothingMade({ report, unmet }: Outcome, { trigger }: FoldOrder, passes: number): FoldResult {
  if (unmet !== null) return { outcome: 'failed', reason: unmet.message, run: null, unmet };
  const trouble = report.passes.find((pass) => pass.failed !== undefined || (pass.asks > 0 && pass.kept === 0));
  const reason = report.warnings.join(' ') || 'There is nothing to condense.';
  return trouble === undefined || passes === 0 || (trigger === 'manual' && trouble.asks === 0) ? skipped(reason) : failed(reason);
}
