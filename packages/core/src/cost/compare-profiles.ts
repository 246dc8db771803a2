import type { Estimate } from './estimate.ts';
import { accountingOf, costOf } from './price.ts';
import type { PricedProfile } from './profile.ts';

/** What one profile would charge for a run. */
export interface ProfileCost {
  readonly profile: PricedProfile;
  readonly cost: number;
  /** Dollars less than the conversation's own profile would charge; negative when it charges more. */
  readonly saving: number;
  /** False when its window is smaller than the largest ask of the run. */
  readonly fits: boolean;
}

/** The profiles with what each would charge, and which to take: the cheapest that fits. */
export interface Comparison {
  readonly costs: readonly ProfileCost[];
  readonly recommended: PricedProfile | null;
}

/** Prices one estimated run with each profile, cheapest first. */
export function compareProfiles(
  estimate: Pick<Estimate, 'input' | 'output' | 'largest' | 'longest'>,
  profiles: readonly PricedProfile[],
  own: PricedProfile,
): Comparison {
  const priced = (profile: PricedProfile) => costOf(estimate, profile.price, accountingOf(profile.provider));
  const costs = profiles
    .map((profile) => ({
      profile,
      cost: priced(profile),
      saving: priced(own) - priced(profile),
      fits: estimate.largest <= profile.window && estimate.longest <= profile.maxOutput,
    }))
    .sort((a, b) => a.cost - b.cost);
  return { costs, recommended: costs.find((cost) => cost.fits)?.profile ?? null };
}
