import type { Estimate as EstimateView, ProfileEstimate } from '@tenfold/contract';
import { accountingOf, compareProfiles, costOf, formatReport, type PricedProfile } from '@tenfold/core';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { PlanEstimate } from '../engine/opened-plan.ts';
import { type CostEstimate, ownPrices, paybackOf, summarizerPrices } from './fold-cost.ts';
import { reachesOf } from './fold-range.ts';
import type { Summarizer } from './summarizers.ts';

/** Summaries come out between these shares of the length that is expected. */
const SHORTEST = 0.5;
const LONGEST = 1.5;

/** An estimate as people read it, with what each profile would charge. */
export async function estimateView(
  { estimate, cost, effect }: CostEstimate,
  { choices }: LoadedSession,
  summarizers: readonly Summarizer[],
  profiles: readonly PricedProfile[],
): Promise<EstimateView> {
  const { outcome } = estimate;
  const { report } = outcome;
  const [first] = summarizers;
  const prices = first === undefined ? null : summarizerPrices(first);
  const within = (share: number) => (cost === null || prices === null ? cost : costWith(estimate, prices, share));
  return {
    before: report.before,
    after: report.after,
    messagesFolded: Math.max(0, report.messagesBefore - report.messagesAfter + spansIn(outcome.folds)),
    folds: await reachesOf(outcome),
    passes: report.passes,
    asks: estimate.asks,
    cost,
    costLow: within(SHORTEST),
    costHigh: within(LONGEST),
    netEffect: effect === null ? null : { ...effect, payback: paybackOf(effect) },
    profiles: comparedProfiles(estimate, profiles, ownPrices(choices)),
    warnings: report.warnings,
    text: formatReport(report, effect === null ? {} : { saved: effect.net }),
    exact: estimate.asks === 0,
  };
}

function spansIn(folds: PlanEstimate['outcome']['folds']): number {
  return folds.filter(({ target, text, estimated }) => target.kind === 'span' && (text !== '' || estimated === true)).length;
}

function costWith(estimate: PlanEstimate, prices: PricedProfile, share: number): number {
  return costOf({ input: estimate.input, output: estimate.output * share }, prices.price, accountingOf(prices.provider));
}

function comparedProfiles(
  estimate: PlanEstimate,
  profiles: readonly PricedProfile[],
  own: PricedProfile | null,
): readonly ProfileEstimate[] {
  const [cheapest] = profiles;
  if (cheapest === undefined || estimate.asks === 0) return [];
  const { costs, recommended } = compareProfiles(estimate, profiles, own ?? cheapest);
  return costs.map(({ profile, cost, saving, fits }) => ({
    profileId: profile.id,
    name: profile.name,
    model: profile.model,
    cost,
    saving,
    fits,
    recommended: profile.id === recommended?.id,
  }));
}

/** Profiles that have prices, each once. */
export function pricedOnly(profiles: readonly (PricedProfile | null)[]): readonly PricedProfile[] {
  const known = new Map<string, PricedProfile>();
  for (const profile of profiles) if (profile !== null) known.set(profile.id, profile);
  return [...known.values()];
}
