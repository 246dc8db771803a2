import {
  accountingOf,
  answerWith,
  type Budget,
  budgetFor,
  condenseLoop,
  costOf,
  EMBEDDED_WINDOW,
  type Estimate,
  embeddedAnswerer,
  estimateRun,
  type FlatAsk,
  type NetEffect,
  netEffect,
  type Outcome,
  type Plan,
  type PricedProfile,
  planFor,
  project,
  type View,
} from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import { limitsOf, statusFor } from './model-choice.ts';
import { type Target, targetTokens } from './options.ts';
import type { Recipe } from './recipes.ts';
import { pricedModel, type Summarizer } from './summarizer.ts';

/** How a conversation of a file is to be condensed. */
export interface CondenseTerms {
  readonly model: string;
  readonly recipe: Recipe;
  readonly target?: Target;
  /** Tokens of recent messages to keep. */
  readonly keep?: number;
  /** Who answers asks; the embedded summarizer, which needs no model, when there is nobody. */
  readonly answerer?: Summarizer | undefined;
  readonly dryRun?: boolean;
  /** Told before the first answer and after each: how many there are and how many have come. */
  onAnswer?(answered: number, asked: number): void;
}

/** What is condensed: messages with their system text and tools. */
export type Talk = Pick<Conversation, 'frame' | 'messages'>;

/** A conversation condensed, with what it cost. */
export interface Condensed {
  readonly outcome: Outcome;
  /** Dollars the summarizer's calls cost, or would; null when its price is not known. */
  readonly cost: number | null;
  /** What the fold saves over the turns to come at the prices of the conversation's model; null when they are not known. */
  readonly effect: NetEffect | null;
  readonly ms: number;
  /** The context as it was and as it is now. */
  readonly before: View;
  readonly after: View;
}

/** A conversation of a file with what came of it. */
export interface CondensedOfFile extends Condensed {
  readonly conversation: Conversation;
  readonly model: string;
}

/** Condenses one conversation. Nothing is paid in a dry run. */
export async function condenseConversation(conversation: Talk, terms: CondenseTerms): Promise<Condensed> {
  const started = performance.now();
  const plan = planOf(conversation, terms);
  const { answerer } = terms;
  if (terms.dryRun) {
    const estimate = estimateRun(plan, answerer?.priced ?? undefined);
    return resultOf(plan, estimate.outcome, estimatedCost(estimate, answerer), terms, started);
  }
  const outcome = await answerWith(
    condenseLoop(plan),
    answerer ? watchAnswers(answerer.answer, terms) : embeddedAnswerer(plan.count),
  );
  return resultOf(plan, outcome, costOfAnswers(outcome, answerer?.priced), terms, started);
}

function planOf(conversation: Talk, terms: CondenseTerms): Plan {
  const { model, recipe, target, keep, answerer } = terms;
  const budget = budgetFor(limitsOf(model) ?? model, keep === undefined ? {} : { session: { retention: keep } });
  const { used } = statusFor(conversation, model);
  return planFor(conversation.messages, {
    ...conversation.frame,
    budget: { ...budget, goal: goalOf(budget, used) },
    strategy: recipe.strategy,
    config: recipe.config,
    ...(answerer === undefined ? { summarizerWindow: EMBEDDED_WINDOW } : {}),
    ...(target === undefined ? { force: true } : { target: targetTokens(target, budget.room) }),
  });
}

/** Who asks for a fold wants one: where half of the room is already met, it aims at half of what is there. */
function goalOf({ goal, floor }: Budget, used: number): number {
  return used < floor ? goal : Math.min(goal, Math.floor(used / 2));
}

function watchAnswers(answer: Summarizer['answer'], { onAnswer }: CondenseTerms): Summarizer['answer'] {
  let asked = 0;
  let answered = 0;
  return async (ask: FlatAsk) => {
    onAnswer?.(answered, ++asked);
    try {
      return await answer(ask);
    } finally {
      onAnswer?.(++answered, asked);
    }
  };
}

function estimatedCost({ asks, cost }: Estimate, answerer: Summarizer | undefined): number | null {
  return asks.length === 0 || answerer === undefined ? 0 : answerer.priced === null ? null : cost;
}

function costOfAnswers({ report }: Outcome, priced: PricedProfile | null | undefined): number | null {
  if (report.usage.input === 0 && report.usage.output === 0) return 0;
  return priced ? costOf(report.usage, priced.price, accountingOf(priced.provider)) : null;
}

function resultOf(plan: Plan, outcome: Outcome, cost: number | null, { model }: CondenseTerms, started: number): Condensed {
  const ms = performance.now() - started;
  const profile = pricedModel(model);
  const views = { before: project(plan.conversation), after: project(outcome.conversation) };
  const effect =
    profile === null || cost === null
      ? null
      : netEffect({ ...views, count: plan.count, room: plan.budget.room, summarizerCost: cost, profile });
  return { outcome, cost, effect, ms, ...views };
}
