import {
  answerWith,
  type Budget,
  type CannotFit,
  type CondenseOptions,
  type Conversation,
  type Counter,
  condenseLoop,
  type EntryId,
  embeddedAnswer,
  findStrategy,
  native,
  type Outcome,
  preparePasses,
  recordRun,
} from '@tenfold/core';
import type { RunTrigger, Store, StoredHead } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { limitOf } from '../folding/fold-trigger.ts';
import { recordFold } from '../folding/record-fold.ts';
import { reasonOf } from '../log.ts';
import type { Chain } from './chain.ts';

/** How a chain is folded. */
export interface ChainFold {
  readonly trigger: RunTrigger;
  readonly conversation: Conversation;
  readonly budget: Budget;
  readonly count: Counter;
  readonly strategy: string;
  /** Tokens to come down to, where the model found less than that too long. */
  readonly goal?: number;
  /** Last entry the provider has cached. */
  readonly sent: EntryId | null;
  /** A model that answers asks; the embedded summariser where there is none, or it fails. */
  readonly answer?: CondenseOptions['answer'];
}

/** The embedded summariser reads everything at once. */
const NO_WINDOW = 1_000_000_000;
const SUMMARIZER_WINDOW = 32_000;

/** What a fold of a conversation comes to; nothing is stored. */
export function runFold(deps: Pick<Dependencies, 'strategies'>, terms: ChainFold): Promise<Outcome> {
  const { conversation, budget, count, trigger, goal, sent, answer } = terms;
  const strategy = deps.strategies.find(({ id }) => id === terms.strategy) ?? findStrategy(terms.strategy);
  const { passes, warnings } = preparePasses(strategy, undefined);
  const run = condenseLoop({
    conversation,
    strategy,
    passes,
    budget,
    count,
    ...(goal === undefined ? {} : { goal }),
    limit: goal ?? limitOf(budget, { trigger, degrade: true }),
    askRoom: answer === undefined ? NO_WINDOW : SUMMARIZER_WINDOW,
    sent,
    fallback: (ask) => embeddedAnswer(ask, count),
    rescue: { name: native.name, passes: native.passes(native.config.defaults) },
    notes: warnings,
  });
  return answerWith(run, answer ?? ((ask) => ({ text: embeddedAnswer(ask, count), by: 'embedded' })));
}

/** Folds a chain and stores what came of it. What could not be met is for who waits. */
export async function foldChain(deps: Dependencies, chain: Chain, terms: ChainFold): Promise<CannotFit | null> {
  const started = deps.monotonic();
  const outcome = await runFold(deps, terms);
  if (outcome.folds.length === 0) {
    if (terms.trigger === 'soft') chain.foldedAt = deps.monotonic();
    return outcome.unmet;
  }
  const { result } = await chain.write(async () => ({
    result: await recordFold(deps, {
      loaded: { session: { id: chain.session }, branch: chain.branch },
      order: { trigger: terms.trigger, request: {} },
      outcome,
      estimatedCost: null,
      cost: null,
      effect: null,
      seconds: (deps.monotonic() - started) / 1_000,
      hadModel: terms.answer !== undefined,
      swap: (store) => swap(store, deps.now(), chain, outcome),
    }),
  }));
  chain.foldedAt = deps.monotonic();
  chain.breaker = recordRun(chain.breaker, result.outcome === 'done' || result.outcome === 'degraded');
  return outcome.unmet;
}

/** Puts the folds behind those of the head, in one transaction; nothing where the head has others by now than they were made on. */
async function swap(store: Store, at: number, chain: Chain, outcome: Outcome): Promise<StoredHead | null> {
  const { session, branch } = chain;
  const { head, version } = await store.heads.get(session, branch);
  const known = new Set(chain.folds.map(({ id }) => id));
  if (head.folds.length !== chain.folds.length || head.folds.some((id) => !known.has(id))) return null;
  const folds = [...head.folds, ...outcome.folds.map(({ id }) => id)];
  const next = await store.heads.swap({ session, branch, expect: version, head: { ...head, folds }, folds: outcome.folds, at });
  chain.folds = [...chain.folds, ...outcome.folds];
  chain.version = next.version;
  chain.end = undefined;
  return next;
}

/** A fold that nobody waits for: what goes wrong with it is logged. */
export function foldBeside(deps: Dependencies, chain: Chain, terms: ChainFold): Promise<void> {
  return foldChain(deps, chain, terms).then(
    () => {},
    (error: unknown) => {
      chain.breaker = recordRun(chain.breaker, false);
      deps.log.warn('chain-not-folded', { session: chain.session, reason: reasonOf(error) });
    },
  );
}
