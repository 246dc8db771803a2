import { type Conversation, goalAfterRefusal, type Message, type ToolCall, tokensOf } from '@tenfold/core';
import type { Answered } from '@tenfold/dialects';
import type { SessionId } from '@tenfold/store';
import type { Recall } from '../recall.ts';
import type { Chain } from './chain.ts';
import type { ChainFolds } from './chain-folds.ts';
import type { ChainRecorder } from './chain-recorder.ts';
import { HiddenCalls } from './hidden-calls.ts';
import { chainConversation, type MeasuredRequest } from './measured-request.ts';
import { isBinding, outgoingView, requestText } from './outgoing-view.ts';
import { passThroughText } from './pass-through.ts';
import { recordAnswer } from './record-answer.ts';
import { NO_TOOLS, RECALL_NAMES } from './run-recall.ts';

/** What is to be sent for a request. */
export interface Outgoing {
  readonly session: SessionId;
  readonly branch: string;
  /** The body to send: the very text that came where nothing is folded. */
  readonly text: string;
  readonly isChanged: boolean;
  /** Tokens that came, and that are sent. */
  readonly before: number;
  readonly after: number;
  /** Runs of folding that shape it. */
  readonly folds: number;
  readonly strategy: string;
  /** Tokens and the room they do not fit into, even folded: it is not to be sent. */
  readonly cannotFit: { readonly tokens: number; readonly room: number } | null;
  /** Why it is sent as it came although folds stand for a part of it. */
  readonly aside: string | null;
  /** Tools that are offered to the model beside the client's own; none where recall is not on. */
  readonly hiddenTools: ReadonlySet<string>;
  /** Runs calls of these tools that stood in `said`, what the model said so far: their results, and the request that goes on with them. */
  runHidden(calls: readonly ToolCall[], said: readonly Message[]): Promise<{ readonly results: Message; readonly text: string }>;
  /**
   * Has the model's answer recorded soon, and what is due next prepared beside. Where it called hidden tools, `said` is all that was said,
   * and the answer what the client has of it.
   */
  recordAnswer(answer: Answered, said?: readonly Message[]): void;
  /** Folds more, since the model found it too long: what to send instead; null where no more can be folded. */
  shorten(): Promise<Outgoing | null>;
  /** Leaves out all thinking so far, since the model found some that was made on something else: what to send instead; null where that is the same. */
  withoutThinking(): Promise<Outgoing | null>;
}

/** What outgoing requests are prepared with. */
export interface OutgoingParts {
  readonly folds: ChainFolds;
  readonly recorder: ChainRecorder;
  readonly recall: Recall;
}

/** What is to be sent for a request as its chain stands now. `mayFold`: whether it may be folded where the vendor finds it too long. */
export async function prepareOutgoing(
  parts: OutgoingParts,
  measured: MeasuredRequest,
  chain: Chain,
  mayFold = true,
): Promise<Outgoing> {
  const { folds, recorder, recall } = parts;
  const { request, options, budget, before, strategy, recalls } = measured;
  const conversation = chainConversation(measured, chain);
  const { text, after, prefix, aside } = await bodyFor(measured, chain, conversation);
  const isChanged = recalls || text !== request.text;
  const calls = new HiddenCalls(recall, measured, chain, { conversation, prefix });
  return {
    session: chain.session,
    branch: chain.branch,
    text,
    isChanged,
    before,
    after,
    folds: new Set(conversation.folds.map(({ run }) => run)).size,
    strategy,
    cannotFit: !options.observe && after > budget.room ? { tokens: after, room: budget.room } : null,
    aside,
    hiddenTools: recalls ? RECALL_NAMES : NO_TOOLS,
    runHidden: (hidden, said) => calls.run(hidden, said),
    recordAnswer(answer, messages = answer.messages) {
      const whole = { messages, madeOn: calls.madeOn, prefix: isChanged ? calls.prefix : undefined };
      folds.foldAhead(measured, chain, recordAnswer(recorder, measured, chain, answer, whole));
    },
    async shorten() {
      if (options.observe || !mayFold) return null;
      const goal = goalAfterRefusal(after, budget);
      const next = await foldWhile((out) => out.after > goal, chain, {
        outgoing: () => prepareOutgoing(parts, measured, chain, false),
        fold: () => folds.tryFold(measured, chain, { conversation: chainConversation(measured, chain), trigger: 'hard', goal }),
      });
      return next.after < after ? next : null;
    },
    async withoutThinking() {
      if (options.observe || !isBinding(request)) return null;
      // What it was made on is not in the record, which may have been removed: it is not asked again.
      for (const { id, message } of measured.transcript) if (message.role === 'assistant') chain.prefixes.set(id, UNKNOWN);
      const next = await prepareOutgoing(parts, measured, chain, false);
      return next.text === text ? null : next;
    },
  };
}

/** Names no prefix. */
const UNKNOWN = '';

/** Folds of a request that came to nothing because the app changed those they were made on, until it goes out as it is. */
const MAX_STALE = 3;

/** What is to be sent once it is no longer too long: after folds that are under way already, or else after one of its own. */
export async function foldWhile(
  isLong: (out: Outgoing) => boolean,
  chain: Chain,
  { outgoing, fold }: { outgoing(): Promise<Outgoing>; fold(): Promise<boolean> },
): Promise<Outgoing> {
  let out = await outgoing();
  for (let stale = 0; isLong(out) && stale < MAX_STALE; ) {
    const { folding } = chain;
    if (folding !== null) await folding;
    else if (await fold()) return outgoing();
    else stale++;
    out = await outgoing();
  }
  return out;
}

/** What stands for a conversation, and what an answer to it is bound to. */
interface OutgoingBody extends Pick<Outgoing, 'text' | 'after' | 'aside'> {
  readonly prefix: string | undefined;
}

async function bodyFor(measured: MeasuredRequest, chain: Chain, conversation: Conversation): Promise<OutgoingBody> {
  const { request, options, decoded, count, before, recalls } = measured;
  const mayBeShaped = conversation.folds.length > 0 || chain.hidden.size > 0 || chain.prefixes.size > 0;
  if (!mayBeShaped && !recalls) return { text: request.text, after: before, prefix: undefined, aside: null };
  const { view, prefix, lacksThinking } = outgoingView(conversation, { ...request, prefixes: chain.prefixes });
  const isShaped = lacksThinking || conversation.folds.length > 0 || chain.hidden.size > 0;
  const after = tokensOf(view, count);
  if (options.observe) return { ...(await passThroughText(request, chain)), after, aside: null };
  if (!isShaped) return { text: request.text, after, prefix, aside: null };
  const text = await requestText(request, decoded, view);
  if (text !== null) return { text, after, prefix, aside: null };
  return { ...(await passThroughText(request, chain)), after: before, aside: 'refused-shape' };
}
