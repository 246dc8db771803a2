import type { Budget, EntryId } from '@tenfold/core';
import type { RunTrigger } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { PlanSource } from '../engine/plan-source.ts';
import type { FoldRequest } from './fold-request.ts';
import { goalOf, limitOf } from './fold-trigger.ts';
import { type Recipe, takesField } from './recipe.ts';

/** How a plan is made. */
export interface PlanTerms {
  readonly trigger: RunTrigger;
  readonly request: FoldRequest;
  readonly recipe: Recipe;
  /** Tokens in use now. */
  readonly used: number;
  /** Tokens the summarizer's window takes. */
  readonly askRoom: number;
  /** Last entry a provider has cached. */
  readonly sent: EntryId | null;
  /** May make do with the embedded summarizer and the floor. */
  readonly degrade: boolean;
}

/** The plan of a run over a loaded session. */
export function foldPlan({ opened, choices }: LoadedSession, terms: PlanTerms): PlanSource {
  const { request, recipe, used, askRoom, sent, degrade } = terms;
  const budget = budgetFor(choices.budget, request);
  const goal = goalOf(budget, { ...terms, takesRest: takesField(recipe.strategy, 'retainTokens') });
  return {
    conversation: opened.conversation,
    strategy: recipe.strategy.id,
    config: recipe.config,
    budget,
    counting: { model: choices.counted, calibration: choices.calibration },
    used,
    isSparse: true,
    ...(goal === undefined ? {} : { goal }),
    ...(request.target === undefined ? {} : { spend: true }),
    limit: limitOf(budget, terms),
    askRoom,
    ...(request.force ? { leastGain: 1 } : {}),
    ...(request.upTo === undefined ? {} : { upTo: request.upTo }),
    sent,
    degrade,
    notes: recipe.notes ?? [],
  };
}

function budgetFor(budget: Budget, { retainTokens }: FoldRequest): Budget {
  return retainTokens === undefined ? budget : { ...budget, retention: { value: retainTokens, from: 'session' } };
}
