import {
  type Budget,
  type CondenseOptions,
  type Conversation,
  type Counter,
  counterFor,
  type Fold,
  native,
  positionsOf,
  type Transcript,
} from '@tenfold/core';
import { RECALL_TOOLS } from '@tenfold/core/recall';
import {
  type Decoded,
  type Hidden,
  identify,
  type KnownPieces,
  offerTools,
  readRequest,
  type WireRequest,
} from '@tenfold/dialects';
import { sha256 } from '@tenfold/store';
import type { Chain } from './chain.ts';
import { chainBudget, modelId } from './chain-budget.ts';

/** A request of a client that resends its whole conversation. */
export interface ChainRequest extends WireRequest {
  readonly model: string;
  /** Strategy for this request's folds instead of the usual one. */
  readonly strategy?: string;
}

/** How chains are kept inside their room. */
export interface ChainOptions {
  /** Tokens a request may have; by the model's limits when not given. */
  readonly room?: number;
  readonly strategy?: string;
  /** Says what would be folded and sends everything as it came. */
  readonly observe?: boolean;
  /** Answers asks: a profile, or a function; the embedded summarizer when not given. */
  readonly summarizer?: string | NonNullable<CondenseOptions['answer']>;
  /** Offers `recall` and `expand` to the model in conversations that begin from now on; the client sees nothing of it. */
  readonly recall?: boolean;
}

/** A request that was read, with what it is measured by. */
export interface MeasuredRequest {
  readonly request: ChainRequest;
  readonly options: ChainOptions;
  readonly decoded: Decoded;
  readonly transcript: Transcript;
  readonly count: Counter;
  readonly budget: Budget;
  /** Tokens that came. */
  readonly before: number;
  readonly strategy: string;
  /** Whether the tools of recall are among those of the request. */
  readonly recalls: boolean;
  /** How much was known of what clients were not shown when it was read. */
  readonly hiddenKnown: number;
}

/** Reads a request as a conversation; what was `hidden` from its client stands in its place. */
export function measureRequest(
  request: ChainRequest,
  options: ChainOptions,
  hidden: ReadonlyMap<string, Hidden>,
): MeasuredRequest {
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
    hiddenKnown: hidden.size,
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
export function withRecallTools(measured: MeasuredRequest, pieces: KnownPieces): MeasuredRequest {
  const { request, decoded } = measured;
  const text = offerTools(request, RECALL_TOOLS);
  const offered = text === null ? undefined : readRequest(request.wire, text, pieces);
  if (offered === undefined) return measured;
  const frame = { ...decoded.frame, tools: [...(decoded.frame.tools ?? []), ...RECALL_TOOLS] };
  return { ...measured, request: { ...request, ...offered }, decoded: { ...decoded, frame }, recalls: true };
}

/** The conversation of a request, with what is folded of its chain and what came behind. */
export function chainConversation({ decoded, transcript }: MeasuredRequest, chain: Chain, tail: Transcript = []): Conversation {
  const all = tail.length === 0 ? transcript : [...transcript, ...tail];
  return { frame: decoded.frame, transcript: all, folds: foldsWithin(chain.folds, all), protected: chain.protected };
}

/** The folds that apply to a transcript: whose targets are in it. */
function foldsWithin(folds: readonly Fold[], transcript: Transcript): readonly Fold[] {
  if (folds.length === 0) return folds;
  const at = positionsOf(transcript);
  return folds.filter(({ target }) => (target.kind === 'span' ? at.has(target.from) && at.has(target.to) : at.has(target.entry)));
}
