import {
  type Budget,
  type Draft,
  type EntryId,
  embeddedAnswer,
  native,
  type Pass,
  type Plan,
  type Problem,
  positionsOf,
  preparePasses,
  type Seams,
} from '@tenfold/core';
import type { RunTrigger } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { FoldRequest } from './fold-request.ts';
import { goalOf, limitOf } from './fold-trigger.ts';
import { CONDENSING, type Progress } from './job.ts';
import { type Recipe, takesField } from './recipe.ts';

/** How a plan is made. */
export interface PlanTerms {
  readonly trigger: RunTrigger;
  readonly request: FoldRequest;
  readonly recipe: Recipe;
  /** Tokens in use now. */
  readonly used: number;
  /** Tokens the summariser's window takes. */
  readonly askRoom: number;
  /** Last entry a provider has cached. */
  readonly sent: EntryId | null;
  /** May make do with the embedded summariser and the floor. */
  readonly degrade: boolean;
  tell?(progress: Omit<Progress, 'at'>): void;
}

/** The engine's plan for a run over a loaded session. */
export function foldPlan({ opened, choices }: LoadedSession, terms: PlanTerms): Plan {
  const { request, recipe, askRoom, sent, degrade } = terms;
  const { passes, warnings } = preparePasses(recipe.strategy, recipe.config);
  const budget = budgetFor(choices.budget, request);
  const goal = goalOf(budget, { ...terms, takesRest: takesField(recipe.strategy, 'retainTokens') });
  return {
    conversation: opened.conversation,
    strategy: recipe.strategy,
    passes: passes.map((pass, index) => followed(pass, index, passes.length, terms, opened.conversation.transcript)),
    budget,
    count: choices.count,
    ...(goal === undefined ? {} : { goal }),
    ...(request.target === undefined ? {} : { spend: true }),
    limit: limitOf(budget, terms),
    askRoom,
    ...(request.force ? { leastGain: 1 } : {}),
    sent,
    ...(degrade ? { fallback: (ask) => embeddedAnswer(ask, choices.count) } : {}),
    rescue: { name: native.name, passes: native.passes(native.config.defaults) },
    notes: [...(recipe.notes ?? []), ...warnings],
  };
}

function budgetFor(budget: Budget, { retainTokens }: FoldRequest): Budget {
  return retainTokens === undefined ? budget : { ...budget, retention: { value: retainTokens, from: 'session' } };
}

/** A pass that says when it begins, and keeps behind an entry where it was told to. */
function followed(
  pass: Pass,
  index: number,
  passes: number,
  terms: PlanTerms,
  transcript: Plan['conversation']['transcript'],
): Pass {
  const last = terms.request.upTo === undefined ? undefined : positionsOf(transcript).get(terms.request.upTo);
  return {
    ...pass,
    propose(problem) {
      const drafts = pass.propose(last === undefined ? problem : { ...problem, seams: endingAt(problem.seams, last) });
      if (drafts.length > 0) terms.tell?.({ pass: index + 1, passes, passName: pass.name, scope: scopeOf(drafts, problem) });
      return drafts;
    },
  };
}

/** Seams under which nothing behind `last` may be folded. */
function endingAt(seams: Seams, last: number): Seams {
  let end = last + 1;
  while (end > 0 && !seams.cutBefore(end)) end--;
  return { ...seams, newest: Math.min(seams.newest, end) };
}

/** `Summarizing 45 messages...` where a model is asked, else what every run says. */
function scopeOf(drafts: readonly Draft[], { view }: Problem): string {
  const asks = drafts.some((draft) => typeof draft.body !== 'string');
  if (!asks) return CONDENSING;
  const at = positionsOf(view.transcript);
  let messages = 0;
  for (const { target } of drafts) {
    if (target.kind === 'part') messages++;
    else messages += (at.get(target.to) ?? 0) - (at.get(target.from) ?? 0) + 1;
  }
  return `Summarizing ${messages} ${messages === 1 ? 'message' : 'messages'}...`;
}
