import {
  type Answer,
  type CondenseOptions,
  type Conversation,
  type EntryId,
  type FlatAsk,
  type Fold,
  needOf,
  type Outcome,
  project,
  type Transcript,
  tokensOf,
} from '@tenfold/core';
import type { RunTrigger, Store, StoredHead } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { againNote, BREAKER_LIMIT, cooldownSeconds, dueFold, latestFold, limitOf, staysUndone } from '../folding/fold-trigger.ts';
import { recordFold } from '../folding/record-fold.ts';
import { askRoomOf } from '../folding/summarizers.ts';
import { reasonOf } from '../log.ts';
import type { Chain } from './chain.ts';
import { modelId } from './chain-budget.ts';
import { chainConversation, type MeasuredRequest } from './measured-request.ts';
import { refreshChain } from './read-chain.ts';

type AnswerAsk = NonNullable<CondenseOptions['answer']>;

/** What a chain is folded for. */
interface ChainFold {
  readonly trigger: RunTrigger;
  readonly conversation: Conversation;
  /** Tokens to come down to, where the model found less than that too long. */
  readonly goal?: number;
  /** Tokens that would be sent without it: what was undone stays so until they have grown. */
  readonly filled?: number;
  /** Last entry the provider has cached. */
  readonly sent?: EntryId | null;
}

const SUMMARIZER_WINDOW = 32_000;

/** The folds of chains: those a request waits for, and those that run in the background. */
export class ChainFolds {
  readonly #deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'engine' | 'now' | 'monotonic' | 'observe'>;
  readonly #answererOf: (profile: string) => AnswerAsk;
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'engine' | 'now' | 'monotonic' | 'observe'>,
    answererOf: (profile: string) => AnswerAsk,
  ) {
    this.#deps = deps;
    this.#answererOf = answererOf;
  }

  /** What a fold of a request's conversation comes to; nothing is stored. */
  async run(measured: MeasuredRequest, { conversation, trigger, goal, sent = null }: ChainFold): Promise<Outcome> {
    const { request, budget, before, strategy } = measured;
    const answer = this.#answerFor(measured);
    const opened = this.#deps.engine.open({
      conversation,
      strategy,
      budget,
      counting: { model: modelId(request.wire, request.model) },
      used: before,
      isSparse: false,
      ...(goal === undefined ? {} : { goal }),
      limit: goal ?? limitOf(budget, { trigger, degrade: true }),
      askRoom: answer === null ? askRoomOf([]) : SUMMARIZER_WINDOW,
      sent,
      degrade: true,
    });
    try {
      return await opened.condense(answer === null ? null : (ask) => answerSafely(answer, ask));
    } finally {
      opened.close();
    }
  }

  /** Folds a chain, which nobody may be doing already, and stores what came of it. False where its folds are others by now, so that nothing did. */
  async fold(measured: MeasuredRequest, chain: Chain, wanted: ChainFold): Promise<boolean> {
    const work = this.#fold(measured, chain, wanted);
    const over = work
      .catch(() => false)
      .then(() => {
        chain.folding = null;
        this.#running.delete(over);
      });
    chain.folding = over;
    this.#running.add(over);
    await over;
    return work;
  }

  async #fold(measured: MeasuredRequest, chain: Chain, wanted: ChainFold): Promise<boolean> {
    const { monotonic, now, store } = this.#deps;
    const { session, branch, folds: madeOn } = chain;
    const started = monotonic();
    const { trigger, filled = measured.before } = wanted;
    await chain.flush();
    const latest = latestFold(await store.runs.list(session), branch);
    if (trigger === 'soft' && staysUndone(filled, latest)) return true;
    const outcome = withNote(await this.run(measured, wanted), againNote(trigger, latest));
    if (outcome.folds.length === 0) {
      if (trigger === 'soft') chain.foldedAt = monotonic();
      return true;
    }
    const { result } = await chain.write(async () => ({
      result: await recordFold(this.#deps, {
        loaded: { session: { id: session }, branch },
        order: { trigger, request: {} },
        outcome,
        estimatedCost: null,
        cost: null,
        effect: null,
        seconds: (monotonic() - started) / 1_000,
        hadModel: this.#answerFor(measured) !== null,
        swap: (unit) => swapIn(unit, now(), chain, { outcome, madeOn }),
      }),
    }));
    if (result.outcome === 'skipped') {
      await chain.write(() => refreshChain(store, chain));
      return false;
    }
    chain.foldedAt = monotonic();
    chain.failures = result.outcome === 'done' || result.outcome === 'degraded' ? 0 : chain.failures + 1;
    return true;
  }

  /** The same where there is something to be sent without it too: what goes wrong is only told. */
  async tryFold(measured: MeasuredRequest, chain: Chain, wanted: ChainFold): Promise<boolean> {
    try {
      return await this.fold(measured, chain, wanted);
    } catch (error) {
      chain.failures++;
      this.#deps.log.warn('chain-not-folded', { session: chain.session, reason: reasonOf(error) });
      return true;
    }
  }

  /** Starts the fold that is due behind an answer in the background, so that the next request finds it done. */
  foldAhead(measured: MeasuredRequest, chain: Chain, tail: Transcript): void {
    const { count, budget, transcript, before } = measured;
    const conversation = chainConversation(measured, chain, tail);
    const used =
      conversation.folds.length === 0
        ? tail.reduce((sum, { message }) => sum + count.message(message), before)
        : tokensOf(project(conversation), count);
    const state = {
      folding: null,
      cooldownSeconds: cooldownSeconds(chain.foldedAt, this.#deps.monotonic()),
      breakerOpen: chain.failures >= BREAKER_LIMIT,
    };
    if (chain.folding !== null || dueFold({ needsFold: needOf(used, budget), ...state }, budget) === null) return;
    const trigger = used >= budget.hardAt ? 'hard' : 'soft';
    void this.tryFold(measured, chain, { conversation, trigger, filled: used, sent: transcript.at(-1)?.id ?? null });
  }

  /** Resolves once no fold is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** What is only observed costs nothing: no model is asked. */
  #answerFor({ options: { summarizer, observe } }: MeasuredRequest): AnswerAsk | null {
    if (observe || summarizer === undefined) return null;
    return typeof summarizer === 'string' ? this.#answererOf(summarizer) : summarizer;
  }
}

async function answerSafely(answer: AnswerAsk, ask: FlatAsk): Promise<Answer> {
  try {
    const given = await answer(ask);
    return typeof given === 'string' ? { ok: true, text: given } : { ok: true, ...given };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

function withNote(outcome: Outcome, note: string | null): Outcome {
  if (note === null) return outcome;
  return { ...outcome, report: { ...outcome.report, warnings: [note, ...outcome.report.warnings] } };
}

/** Puts the folds behind those of the head, in one transaction; nothing where the head has others by now than they were made on. */
async function swapIn(
  store: Store,
  at: number,
  chain: Chain,
  { outcome, madeOn }: { readonly outcome: Outcome; readonly madeOn: readonly Fold[] },
): Promise<StoredHead | null> {
  const { session, branch } = chain;
  // What a head names that cannot be read, or is of another branch, is none of the chain's.
  const { head, version, folds: standing } = await store.contexts.load(session, { branch, folds: 'all' });
  const known = new Set(madeOn.map(({ id }) => id));
  if (standing.length !== madeOn.length || standing.some(({ id }) => !known.has(id))) return null;
  const folds = [...standing, ...outcome.folds].map(({ id }) => id);
  const expect = version ?? 0;
  const next = await store.heads.swap({ session, branch, expect, head: { ...head, folds }, folds: outcome.folds, at });
  chain.folds = [...standing, ...outcome.folds];
  chain.version = next.version;
  chain.end = undefined;
  return next;
}
