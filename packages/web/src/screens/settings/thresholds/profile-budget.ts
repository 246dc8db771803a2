import type { ModelLimits, Profile } from '@tenfold/contract';
import { type BudgetLevel, budgetFor, type CheckedBudget, type Json } from '@tenfold/core';
import { levelValue, THRESHOLDS, type ThresholdName } from './level-value.ts';

/** What is in force for a profile, as the engine resolves it: profile > model > everyone > built in. */
export function profileBudget(
  profile: Profile,
  model: ModelLimits | undefined,
  stored: Readonly<Record<string, { readonly value: Json } | undefined>>,
): CheckedBudget {
  const global = Object.fromEntries(THRESHOLDS.map((name) => [name, levelValue(stored[name]?.value)])) as BudgetLevel;
  const limits = {
    id: `${profile.provider}:${profile.model}`,
    provider: profile.provider,
    model: profile.model,
    window: profile.contextWindow,
    maxOutput: profile.maxOutputTokens,
    threshold: model?.threshold ?? -1,
    retention: model?.retentionTokens ?? -1,
    ...(typeof model?.answerTokens === 'number' ? { answerTokens: model.answerTokens } : {}),
    source: model?.source ?? 'default',
  } as const;
  return budgetFor(limits, { profile: profile.thresholds, global });
}

/** One threshold of a budget with where it comes from. */
export function effectiveIn(budget: CheckedBudget, name: ThresholdName): { readonly value: Json; readonly from: string } {
  const { value, from } = budget[name];
  return { value: name === 'soft' && budget.softOff ? 'off' : value, from };
}
