import type { NetEffect, PricedProfile } from '@tenfold/core';
import type { OpenedPlan, PlanEstimate } from '../engine/opened-plan.ts';
import type { Choices } from '../settings/choices.ts';
import { pricedProfile } from '../settings/ready-profile.ts';
import type { Summarizer } from './summarizers.ts';

/** The conversation's profile with its prices; null where none is known. */
export function ownPrices({ profile, model }: Choices): PricedProfile | null {
  return profile === null ? null : pricedProfile(profile, { window: model.window, maxOutput: model.maxOutput });
}

/** A summarizer with its prices; null where none is known. */
export function summarizerPrices({ profile, window, maxOutput }: Summarizer): PricedProfile | null {
  return pricedProfile(profile, { window, maxOutput });
}

/** What a run is expected to cost, before anything is paid. */
export interface CostEstimate {
  readonly estimate: PlanEstimate;
  /** Expected dollars for the summarizer; null where it is asked and its price is not known. */
  readonly cost: number | null;
  readonly effect: NetEffect | null;
}

/** What a plan would cost and save. */
export async function estimateCost(
  opened: OpenedPlan,
  choices: Choices,
  summarizers: readonly Summarizer[],
): Promise<CostEstimate> {
  const [first] = summarizers;
  const prices = first === undefined ? null : summarizerPrices(first);
  const estimate = await opened.estimate(prices ?? undefined);
  const cost = estimate.asks === 0 || first === undefined ? 0 : prices === null ? null : estimate.cost;
  return { estimate, cost, effect: await effectOf(opened, 'estimate', choices, cost ?? 0) };
}

/** What a fold costs and saves at the conversation's prices; null where none are known. */
export async function effectOf(
  opened: OpenedPlan,
  of: 'estimate' | 'run',
  choices: Choices,
  summarizerCost: number,
): Promise<NetEffect | null> {
  const profile = ownPrices(choices);
  if (profile === null) return null;
  return opened.effect(of, {
    room: choices.budget.room,
    summarizerCost,
    profile,
    expectedTurns: choices.value('expectedTurns'),
  });
}

/** Turns after which a fold has paid for itself; null where it never does, or no price is known. */
export function paybackOf(effect: NetEffect | null): number | null {
  return effect === null || !Number.isFinite(effect.payback) ? null : effect.payback;
}
