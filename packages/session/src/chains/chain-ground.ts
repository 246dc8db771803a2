import type { CondenseOptions, Conversation } from '@tenfold/core';
import type { Original } from '@tenfold/dialects';
import type { BoundedMap } from '../bounded-map.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import type { Recall } from '../recall.ts';
import type { Asked } from './asked.ts';
import type { Chain } from './chain.ts';
import { modelId } from './chain-budget.ts';
import type { ChainIndex } from './chain-index.ts';
import type { ChainFold } from './fold-chain.ts';

/** What all chains of a store share. */
export interface ChainGround {
  readonly deps: Dependencies;
  readonly recall: Recall;
  /** The answerer of a profile. */
  answererOf(profile: string): NonNullable<CondenseOptions['answer']>;
  readonly index: ChainIndex;
  /** Messages of requests that were read before. */
  readonly pieces: BoundedMap<string, Original>;
  /** Folds that nobody waits for. */
  readonly folding: Set<Promise<unknown>>;
  /** When what passes now is written, at the latest. */
  soon(): Promise<void>;
  /** True where something could not be written, until a request has found the record well again. */
  hasFailed: boolean;
}

/** Never throws: the next request waits for its own record, and hears of it. */
export function recording(ground: ChainGround, chain: Chain, work: Promise<void>): Promise<void> {
  return work.catch((error: unknown) => {
    ground.deps.log.error('chain-not-recorded', { session: chain.session, reason: reasonOf(error) });
    ground.hasFailed = true;
    // What is not in the record is not known: the next request brings it again.
    ground.index.drop(chain);
  });
}

/** What a request's chain is folded for. */
interface Wanted extends Pick<ChainFold, 'trigger'>, Partial<Pick<ChainFold, 'filled' | 'sent'>> {
  readonly conversation: Conversation;
}

/** How a request's chain is folded. What is only observed costs nothing: no model is asked. */
export function foldTerms(
  { answererOf }: Pick<ChainGround, 'answererOf'>,
  { request, budget, before, strategy, options: { summarizer, observe } }: Asked,
  { conversation, trigger, filled = before, sent = null }: Wanted,
): ChainFold {
  const counted = modelId(request.wire, request.model);
  const given = typeof summarizer === 'string' ? answererOf(summarizer) : summarizer;
  const answer = observe || given === undefined ? {} : { answer: given };
  return { trigger, conversation, budget, counted, used: before, filled, strategy, sent, ...answer };
}
