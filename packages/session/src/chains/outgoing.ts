import { type Conversation, goalAfterRefusal, tokensOf } from '@tenfold/core';
import { asItCame } from './as-it-came.ts';
import { type Asked, chainConversation } from './asked.ts';
import type { Chain } from './chain.ts';
import { type ChainGround, foldTerms } from './chain-ground.ts';
import type { Outgoing } from './chains.ts';
import { foldChain } from './fold-chain.ts';
import { HiddenCalls } from './hidden-calls.ts';
import { outgoingView, requestText } from './outgoing-view.ts';
import { recordAnswer } from './record-answer.ts';
import { NO_TOOLS, RECALL_NAMES } from './run-recall.ts';

/** What is to be sent for a request as its chain stands now. `mayFold`: whether it may be folded where the vendor finds it too long. */
export async function prepareOutgoing(ground: ChainGround, asked: Asked, chain: Chain, mayFold = true): Promise<Outgoing> {
  const { request, options, budget, before, strategy, recalls } = asked;
  const conversation = chainConversation(asked, chain);
  const { text, after, prefix, aside } = await bodyFor(asked, chain, conversation);
  const isChanged = recalls || text !== request.text;
  const calls = new HiddenCalls(ground, asked, chain, { conversation, prefix });
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
    answered: (answer, said = answer.messages) =>
      recordAnswer(ground, asked, chain, answer, { said, made: calls.made, prefix: isChanged ? calls.prefix : undefined }),
    async tooLong() {
      if (options.observe || !mayFold) return null;
      const terms = foldTerms(ground, asked, { conversation, trigger: 'hard' });
      await foldChain(ground.deps, chain, { ...terms, goal: goalAfterRefusal(after, budget) });
      const next = await prepareOutgoing(ground, asked, chain, false);
      return next.after < after ? next : null;
    },
  };
}

/** What stands for a conversation, and what an answer to it is bound to. */
interface OutgoingBody extends Pick<Outgoing, 'text' | 'after' | 'aside'> {
  readonly prefix: string | undefined;
}

async function bodyFor(asked: Asked, chain: Chain, conversation: Conversation): Promise<OutgoingBody> {
  const { request, options, decoded, count, before, recalls } = asked;
  const mayBeShaped = conversation.folds.length > 0 || chain.hidden.size > 0 || chain.prefixes.size > 0;
  if (!mayBeShaped && !recalls) return { text: request.text, after: before, prefix: undefined, aside: null };
  const { view, prefix, isBare } = outgoingView(conversation, { ...request, prefixes: chain.prefixes });
  const isShaped = isBare || conversation.folds.length > 0 || chain.hidden.size > 0;
  const after = tokensOf(view, count);
  if (options.observe) return { ...(await asItCame(request, chain)), after, aside: null };
  if (!isShaped) return { text: request.text, after, prefix, aside: null };
  const text = await requestText(request, decoded, view);
  if (text !== null) return { text, after, prefix, aside: null };
  return { ...(await asItCame(request, chain)), after: before, aside: 'refused-shape' };
}
