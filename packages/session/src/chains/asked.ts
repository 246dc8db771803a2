import { type Budget, type Conversation, type Counter, counterFor, native, type Transcript } from '@tenfold/core';
import { RECALL_TOOLS } from '@tenfold/core/recall';
import { type Decoded, type Hidden, identify, type KnownPieces, offerTools, readRequest } from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { Chain } from './chain.ts';
import { chainBudget, modelId } from './chain-budget.ts';
import { foldsWithin } from './chain-record.ts';
import type { ChainOptions, ChainRequest } from './chains.ts';

/** A request that was read, with what it is measured by. */
export interface Asked {
  readonly request: ChainRequest;
  readonly options: ChainOptions;
  readonly decoded: Decoded;
  readonly transcript: Transcript;
  readonly count: Counter;
  readonly budget: Budget;
  readonly before: number;
  readonly strategy: string;
  /** Whether the tools of recall are among those of the request. */
  readonly recalls: boolean;
}

/** Reads a request as a conversation; what was `hidden` from its client stands in its place. */
export function askedBy(request: ChainRequest, options: ChainOptions, hidden: ReadonlyMap<string, Hidden>): Asked {
  const { decoded, transcript } = identify(request, sha256, hidden);
  const count = counterFor(modelId(request.wire, request.model));
  const frame = count.frame(decoded.frame);
  return {
    request,
    options,
    decoded,
    transcript,
    count,
    budget: chainBudget(request.wire, request.model, options.room, frame + openingTokens(transcript, count)),
    before: transcript.reduce((sum, { message }) => sum + count.message(message), frame),
    strategy: request.strategy ?? options.strategy ?? native.id,
    recalls: false,
  };
}

/** Tokens of the messages before the first answer. */
function openingTokens(transcript: Transcript, count: Counter): number {
  let tokens = 0;
  for (const { message } of transcript) {
    if (message.role === 'assistant') break;
    tokens += count.message(message);
  }
  return tokens;
}

/** The request with the tools of recall among its own. */
export function offering(asked: Asked, pieces: KnownPieces): Asked {
  const { request, decoded } = asked;
  const text = offerTools(request, RECALL_TOOLS);
  const offered = text === null ? undefined : readRequest(request.wire, text, pieces);
  if (offered === undefined) return asked;
  const frame = { ...decoded.frame, tools: [...(decoded.frame.tools ?? []), ...RECALL_TOOLS] };
  return { ...asked, request: { ...request, ...offered }, decoded: { ...decoded, frame }, recalls: true };
}

/** The conversation of a request, with what is folded of its chain and what came behind. */
export function chainConversation({ decoded, transcript }: Asked, chain: Chain, tail: Transcript = []): Conversation {
  const all = tail.length === 0 ? transcript : [...transcript, ...tail];
  return { frame: decoded.frame, transcript: all, folds: foldsWithin(chain.folds, all), protected: chain.protected };
}
