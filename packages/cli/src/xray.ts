import {
  type Breakdown,
  type ContentKind,
  condenseLoop,
  counterFor,
  dryRun,
  planFor,
  type Status,
  strategies,
} from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import { type LargePart, largestParts } from './largest-parts.ts';
import { messagesOf, modelOf, statusFor } from './model-choice.ts';

/** What fills the conversations of a file. */
export interface Xray {
  readonly tokens: number;
  readonly messages: number;
  readonly exact: boolean;
  readonly breakdown: Breakdown;
  readonly largest: readonly (LargePart & { readonly conversation: Conversation })[];
  /** What could be taken out without a model and without loss, or because it no longer holds: by pass, in the order they run. */
  readonly waste: readonly Waste[];
  /** One for each conversation. */
  readonly statuses: readonly Status[];
}

/** Tokens one mechanical pass would take out. */
export interface Waste {
  readonly id: string;
  readonly name: string;
  readonly tokens: number;
}

const LARGEST = 8;

/** Looks through conversations without changing them. */
export function xray(conversations: readonly Conversation[], model: string | undefined): Xray {
  const statuses = conversations.map((conversation) => statusFor(conversation, modelOf(conversation, model)));
  const largest = conversations.flatMap((conversation) =>
    largestParts(conversation.messages, counterFor(modelOf(conversation, model)), LARGEST).map((part) => ({
      ...part,
      message: part.message + conversation.openingMessages,
      conversation,
    })),
  );
  return {
    tokens: statuses.reduce((sum, { used }) => sum + used, 0),
    messages: conversations.reduce((sum, conversation) => sum + messagesOf(conversation), 0),
    exact: statuses.every(({ exact }) => exact),
    breakdown: addUp(statuses),
    largest: largest.sort((a, b) => b.tokens - a.tokens).slice(0, LARGEST),
    waste: wasteOf(conversations, model),
    statuses,
  };
}

function addUp(statuses: readonly Status[]): Breakdown {
  const sum: Partial<Record<ContentKind, number>> = {};
  for (const { breakdown } of statuses) {
    for (const [kind, tokens] of Object.entries(breakdown)) sum[kind as ContentKind] = (sum[kind as ContentKind] ?? 0) + tokens;
  }
  return sum as Breakdown;
}

/** What every pass of the lossless strategy would take out, obsolete state included. */
function wasteOf(conversations: readonly Conversation[], model: string | undefined): readonly Waste[] {
  const lossless = strategies.find(({ id }) => id === 'lossless');
  if (lossless === undefined) return [];
  const waste = new Map<string, Waste>();
  for (const conversation of conversations) {
    const options = { ...conversation.frame, model: modelOf(conversation, model), strategy: lossless, force: true };
    const plan = planFor(conversation.messages, { ...options, config: { removeObsoleteState: true } });
    // No goal and no limit: every pass runs, and nothing else does.
    const { report } = dryRun(condenseLoop({ ...plan, goal: 0, limit: null, leastGain: 0 }));
    for (const { id, name, before, after } of report.passes) {
      waste.set(id, { id, name, tokens: (waste.get(id)?.tokens ?? 0) + before - after });
    }
  }
  return [...waste.values()].filter(({ tokens }) => tokens > 0);
}
