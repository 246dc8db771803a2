import type { Answer, Budget, CannotFit, CondenseOptions, Conversation, EntryId, FlatAsk, Outcome } from '@tenfold/core';
import type { RunTrigger, Store, StoredHead } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { againNote, latestFold, limitOf, staysUndone } from '../folding/fold-trigger.ts';
import { recordFold } from '../folding/record-fold.ts';
import { reasonOf } from '../log.ts';
import type { Chain } from './chain.ts';

/** How a chain is folded. */
export interface ChainFold {
  readonly trigger: RunTrigger;
  readonly conversation: Conversation;
  readonly budget: Budget;
  /** Model whose tokens are counted, and how many of them are in use. */
  readonly counted: string;
  readonly used: number;
  /** Tokens that would be sent without it: what was undone stays so until they have grown. */
  readonly filled: number;
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
export async function runFold({ engine }: Pick<Dependencies, 'engine'>, terms: ChainFold): Promise<Outcome> {
  const { conversation, budget, counted, used, strategy, trigger, goal, sent, answer } = terms;
  const opened = engine.open({
    conversation,
    strategy,
    budget,
    counting: { model: counted },
    used,
    isSparse: false,
    ...(goal === undefined ? {} : { goal }),
    limit: goal ?? limitOf(budget, { trigger, degrade: true }),
    askRoom: answer === undefined ? NO_WINDOW : SUMMARIZER_WINDOW,
    sent,
    degrade: true,
  });
  try {
    return await opened.condense(answer === undefined ? null : (ask) => answerFrom(answer, ask));
  } finally {
    opened.close();
  }
}

async function answerFrom(answer: NonNullable<ChainFold['answer']>, ask: FlatAsk): Promise<Answer> {
  try {
    const given = await answer(ask);
    return typeof given === 'string' ? { ok: true, text: given } : { ok: true, ...given };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

/** Folds a chain and stores what came of it. What could not be met is for who waits. */
export async function foldChain(deps: Dependencies, chain: Chain, terms: ChainFold): Promise<CannotFit | null> {
  const started = deps.monotonic();
  const { session, branch } = chain;
  await chain.flush();
  const latest = latestFold(await deps.store.runs.list(session), branch);
  if (terms.trigger === 'soft' && staysUndone(terms.filled, latest)) return null;
  const outcome = withNote(await runFold(deps, terms), againNote(terms.trigger, latest));
  if (outcome.folds.length === 0) {
    if (terms.trigger === 'soft') chain.foldedAt = deps.monotonic();
    return outcome.unmet;
  }
  const { result } = await chain.write(async () => ({
    result: await recordFold(deps, {
      loaded: { session: { id: session }, branch },
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
  chain.failures = result.outcome === 'done' || result.outcome === 'degraded' ? 0 : chain.failures + 1;
  return outcome.unmet;
}

function withNote(outcome: Outcome, note: string | null): Outcome {
  if (note === null) return outcome;
  return { ...outcome, report: { ...outcome.report, warnings: [note, ...outcome.report.warnings] } };
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
      chain.failures++;
      deps.log.warn('chain-not-folded', { session: chain.session, reason: reasonOf(error) });
    },
  );
}
