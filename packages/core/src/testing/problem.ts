import { budgetOf } from '../budget.ts';
import type { Conversation } from '../conversation.ts';
import type { Counter } from '../counter.ts';
import { contentHash } from '../hash.ts';
import type { Problem } from '../pass.ts';
import { project, tokensOf } from '../project.ts';
import { seamsOf } from '../seam.ts';
import { unitCounter } from './stand-ins.ts';

/** What a pass is shown of a conversation, for tests of single passes. */
export function problemOf(
  conversation: Conversation,
  {
    goal,
    count = unitCounter(),
    ...given
  }: { goal: number; tokens?: number; count?: Counter; squeeze?: number; spend?: boolean; retention?: number },
): Problem {
  const view = project(conversation);
  const tokens = given.tokens ?? tokensOf(view, count);
  return {
    conversation,
    view,
    seams: seamsOf(conversation),
    tokens,
    excess: Math.max(0, tokens - goal),
    goal,
    spend: given.spend ?? false,
    budget: budgetOf(Math.max(1, tokens), { session: { retention: given.retention ?? 0 } }),
    count,
    ask: { room: 30_000 },
    sent: null,
    hash: contentHash,
    squeeze: given.squeeze ?? 1,
    anew: (given.squeeze ?? 1) > 1,
  };
}
