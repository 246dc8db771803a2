import { type Conversation, goalAfterRefusal, tokensOf } from '@tenfold/core';
import { type Asked, conversationOn } from './asked.ts';
import type { Chain } from './chain.ts';
import { type ChainGround, foldTerms } from './chain-ground.ts';
import type { Outgoing } from './chains.ts';
import { foldChain } from './fold-chain.ts';
import { HiddenCalls } from './hidden-calls.ts';
import { outgoingView, requestText } from './outgoing-view.ts';
import { recordAnswer } from './record-answer.ts';
import { NO_TOOLS, RECALL_NAMES } from './run-recall.ts';

/** What is to be sent for a request as its chain stands now. `mayFold`: whether it may be folded where the vendor finds it too long. */
export async function outgoingOn(ground: ChainGround, asked: Asked, chain: Chain, mayFold = true): Promise<Outgoing> {
  const { request, options, budget, before, strategy, recalls } = asked;
  const conversation = conversationOn(asked, chain);
  const { text, after, prefix } = await bodyFor(asked, chain, conversation);
  const isChanged = recalls || (text !== null && text !== request.text);
  const calls = new HiddenCalls(ground, asked, chain, { conversation, prefix });
  return {
    session: chain.session,
    branch: chain.branch,
    text: text ?? request.text,
    isChanged,
    before,
    after: text === null ? before : after,
    folds: new Set(conversation.folds.map(({ run }) => run)).size,
    strategy,
    cannotFit: !options.observe && after > budget.room ? { tokens: after, room: budget.room } : null,
    aside: text === null ? 'refused-shape' : null,
    hiddenTools: recalls ? RECALL_NAMES : NO_TOOLS,
    runHidden: (hidden, said) => calls.run(hidden, said),
    answered: (answer, said = answer.messages) =>
      recordAnswer(ground, asked, chain, answer, { said, made: calls.made, prefix: isChanged ? calls.prefix : undefined }),
    async tooLong() {
      if (options.observe || !mayFold) return null;
      const terms = foldTerms(ground, asked, { conversation, trigger: 'hard' });
      await foldChain(ground.deps, chain, { ...terms, goal: goalAfterRefusal(after, budget) });
      const next = await outgoingOn(ground, asked, chain, false);
      return next.after < after ? next : null;
    },
  };
}

/** The text that stands for a conversation, null where the API would refuse its shape; its tokens; and what an answer to it is bound to. */
async function bodyFor(
  { request, options, decoded, count, before, recalls }: Asked,
  chain: Chain,
  conversation: Conversation,
): Promise<{ readonly text: string | null; readonly after: number; readonly prefix: string | undefined }> {
  const isShaped = conversation.folds.length > 0 || chain.hidden.size > 0;
  if (!isShaped && !recalls) return { text: request.text, after: before, prefix: undefined };
  const { view, prefix } = outgoingView(conversation, { ...request, prefixes: chain.prefixes });
  return {
    text: isShaped && !options.observe ? await requestText(request, decoded, view) : request.text,
    after: tokensOf(view, count),
    prefix,
  };
}
