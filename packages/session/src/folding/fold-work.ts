import { dollars, type Outcome, preparePasses } from '@tenfold/core';
import { type SessionId, traced } from '@tenfold/store';
import type { Checkpointer } from '../checkpoints/checkpointer.ts';
import type { LoadedSession, SessionLoader } from '../conversation/load-session.ts';
import { measure } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Answerer } from '../engine/opened-plan.ts';
import type { Chooser } from '../settings/choices.ts';
import { sleep } from '../sleep.ts';
import { answerAsk } from './answer-ask.ts';
import { effectOf, weigh } from './fold-money.ts';
import { foldPlan } from './fold-plan.ts';
import type { FoldOrder, FoldResult, FoldWork } from './fold-scheduler.ts';
import { againNote, latestFold, tooExpensive } from './fold-trigger.ts';
import { withHidden } from './hidden.ts';
import { CONDENSING, type Progress } from './job.ts';
import { dividerAt, recordFold, summariesOf } from './record-fold.ts';
import { regenerationPlan } from './regeneration.ts';
import { askRoomOf, summarizersFor } from './summarizers.ts';
import { swapIn } from './swap-in.ts';

/** What the work of a fold needs. */
export interface FoldParts {
  readonly deps: Dependencies;
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
  const fold = untraced(parts);
  return (session, order, follow) =>
    traced('fold', { session, trigger: order.trigger, strategy: order.recipe.strategy.id }, async (told) => {
      const result = await fold(session, order, follow);
      told.outcome = result.outcome;
      return result;
    });
}

function untraced(parts: FoldParts): FoldWork {
  const { deps, loader, chooser } = parts;
  return async (session, order, { signal, tell, stillWanted }) => {
    const started = deps.monotonic();
    const loaded = await withHidden(deps.store, await loader.load(session, order.branch));
    await before(parts, loaded, order);
    const summarizers = await summarizersFor(deps, chooser, loaded.choices, { fast: order.fast });
    // The newest step is never summarised, so no divider stands later.
    const progress = new ToldProgress(loaded.opened.seams.newest, tell);
    const terms = { ...order, used: measure(loaded).used, askRoom: askRoomOf(summarizers), sent: parts.sentUpTo(session) };
    const prepared =
      order.regenerate === undefined
        ? { plan: foldPlan(loaded, terms), base: loaded.opened.context, dropped: new Set<string>() }
        : await regenerationPlan(deps.store, loaded, terms, order.regenerate);
    const passes = preparePasses(order.recipe.strategy, order.recipe.config).passes.length;
    const ledger: (number | null)[] = [];
    const replaced = new Map<string, Replaced>();
    const answer: Answerer = async (ask) => {
      const { profile } = ask;
      const named = { fast: order.fast, ...(profile === undefined ? {} : { named: profile }) };
      const asked = profile === undefined ? summarizers : await summarizersFor(deps, chooser, loaded.choices, named);
      return answerAsk(ask, asked, {
        store: deps.store,
        meter: deps.meter,
        send: parts.send,
        now: deps.now,
        monotonic: deps.monotonic,
        signal,
        deadline: started + (order.fast ? FAST_DEADLINE_MS : DEADLINE_MS),
        ...(order.regenerate === undefined ? {} : { salt: `${order.regenerate} ${deps.now()}` }),
        paid: (sum) => ledger.push(sum),
        replaced: (failed, reason, by) => replaced.set(`${failed} ${by}`, { failed, reason, by }),
      });
    };
    const opened = deps.engine.open(prepared.plan, progress.tell);
    const giveUp = () => opened.close();
    signal.addEventListener('abort', giveUp);
    try {
      const weighed = await weigh(opened, loaded.choices, summarizers);
      progress.known(weighed.estimate.outcome, passes);
      const makes = weighed.estimate.outcome.folds.length > 0;
      const poor = makes ? tooExpensive(order.trigger, weighed.effect, loaded.choices.value('expectedTurns')) : null;
      if (poor !== null) return skipped(poor);
      // Where no model is set up, the embedded summariser is no makeshift but the one that answers.
      const made = await opened.condense(summarizers.length === 0 ? null : answer);
      signal.throwIfAborted();
      const cost = ledger.some((paid) => paid === null) ? null : ledger.reduce<number>((sum, paid) => sum + (paid ?? 0), 0);
      const again = againNote(order.trigger, latestFold(await deps.store.runs.list(session), loaded.branch));
      const notes = [
        ...(again === null ? [] : [again]),
        ...[...replaced.values()].map((one) => replacedNote(one, cost, weighed.cost)),
      ];
      for (const one of replaced.values()) deps.log.warn('summarizer-failed', { session, ...one });
      const outcome = { ...made, report: { ...made.report, warnings: [...notes, ...made.report.warnings] } };
      if (outcome.folds.length === 0) return nothingMade(outcome, order, passes);
      if (!order.degrade && outcome.report.after >= loaded.choices.budget.hardAt)
        return failed(outcome.report.warnings[0] ?? 'The context would still be too full.');
      const { base, dropped } = prepared;
      const finished = { session, branch: loaded.branch, base, dropped, folds: outcome.folds, at: deps.now() };
      return await recordFold(deps, {
        loaded,
        order,
        outcome,
        estimatedCost: weighed.cost,
        cost,
        effect: await effectOf(opened, 'run', loaded.choices, cost ?? 0),
        seconds: (deps.monotonic() - started) / 1_000,
        hadModel: summarizers.length > 0,
        swap: (store) => stillWanted(store).then(() => swapIn(store, finished)),
      });
    } finally {
      signal.removeEventListener('abort', giveUp);
      giveUp();
    }
  };
}

/** Where a run's divider will stand, told with everything else; what passes say while the run is only weighed is not told. */
class ToldProgress {
  #at: number;
  #weighed = false;
  readonly #tell: (progress: Progress) => void;

  constructor(at: number, tell: (progress: Progress) => void) {
    this.#at = at;
    this.#tell = tell;
  }

  /** The run is weighed and begins. */
  known(outcome: Outcome, passes: number): void {
    this.#at = dividerAt(summariesOf(outcome)) || this.#at;
    this.#weighed = true;
    this.tell({ pass: 0, passes, passName: '', scope: CONDENSING });
  }

  readonly tell = (progress: Omit<Progress, 'at'>): void => {
    if (this.#weighed) this.#tell({ ...progress, at: this.#at });
  };
}

/** The state before a fold is kept, without holding it up. */
async function before({ checkpointer }: FoldParts, { session, opened, branch }: LoadedSession, order: FoldOrder): Promise<void> {
  const label = order.trigger === 'manual' ? 'Before condensing' : 'Before automatic condensing';
  const made = checkpointer.automatic(session.id, { tags: ['before-fold'], label, branch, head: opened.context.head });
  await Promise.race([made, sleep(CHECKPOINT_MS)]);
}

/** A summariser that failed, and the other that was paid instead. */
interface Replaced {
  readonly failed: string;
  readonly reason: string;
  readonly by: string;
}

/** Who was to answer, why it did not, who did, and what that cost. */
function replacedNote({ failed, reason, by }: Replaced, cost: number | null, expected: number | null): string {
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
