import type { JsonObject, Price, PricedProfile } from '@tenfold/core';
import type { Profile, Store } from '@tenfold/store';
import { listedModel } from '../price-list.ts';
import type { SecretBox } from '../secret-box.ts';
import { environmentKey } from '../upstream/provider-keys.ts';
import { type Endpoint, PROVIDERS, type Provider } from '../upstream/upstream.ts';
import type { ProfileThresholds } from './profiles.ts';

/** A profile's config as it is stored. */
export interface ProfileConfig {
  readonly price?: Price;
  readonly supportsPromptCache?: boolean;
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly thresholds?: ProfileThresholds;
  readonly customPrompt?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** A profile with everything a call needs but its limits. */
export interface ReadyProfile {
  readonly id: string;
  readonly name: string;
  readonly endpoint: Endpoint;
  /** `provider:model`. */
  readonly modelId: string;
  readonly price: Price | null;
  readonly priceFrom: 'profile' | 'list' | null;
  readonly supportsPromptCache: boolean;
  readonly config: ProfileConfig;
  readonly keyFrom: 'stored' | 'environment' | null;
}

/** Where keys come from. */
export interface Keys {
  readonly secrets: SecretBox | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Row name a profile's key is sealed under. */
export function secretRow(owner: string, id: string): string {
  return `${owner}/profile/${id}`;
}

/** A stored profile made ready; its key opened, its price looked up. */
export async function readyProfile(store: Store, keys: Keys, profile: Profile): Promise<ReadyProfile> {
  const stored = profile.hasSecret ? await store.profiles.secret(profile.id) : null;
  const provider = providerOf(profile.provider);
  const key =
    stored !== null && keys.secrets !== undefined
      ? keys.secrets.open(stored, secretRow(store.owner, profile.id))
      : environmentKey(provider, keys.environment);
  const keyFrom = stored !== null ? 'stored' : key === undefined ? null : 'environment';
  return madeReady(profile, provider, key, keyFrom);
}

/** A profile for another model of the same provider, under the same key. */
export function siblingOf(profile: ReadyProfile, model: string): ReadyProfile {
  const { provider } = profile.endpoint;
  const listed = listedModel(provider, model);
  return {
    ...profile,
    id: `${profile.id}/${model}`,
    name: model,
    endpoint: { ...profile.endpoint, model },
    modelId: `${provider}:${model}`,
    price: listed?.price ?? null,
    priceFrom: listed === undefined ? null : 'list',
    config: {},
  };
}

/** What the engine's cost functions take; null where no price is known. */
export function pricedProfile(profile: ReadyProfile, limits: { window: number; maxOutput: number }): PricedProfile | null {
  if (profile.price === null) return null;
  return {
    id: profile.id,
    name: profile.name,
    provider: profile.endpoint.provider,
    model: profile.endpoint.model,
    price: profile.price,
    window: limits.window,
    maxOutput: limits.maxOutput,
    supportsPromptCache: profile.supportsPromptCache,
  };
}

function providerOf(name: string): Provider {
  return (PROVIDERS as readonly string[]).includes(name) ? (name as Provider) : 'openai-compatible';
}

function madeReady(
  profile: Profile,
  provider: Provider,
  key: string | undefined,
  keyFrom: ReadyProfile['keyFrom'],
): ReadyProfile {
  const config = profile.config as JsonObject & ProfileConfig;
  const listed = listedModel(provider, profile.model);
  const price = config.price ?? listed?.price ?? null;
  return {
    id: profile.id,
    name: profile.name,
    endpoint: {
      provider,
      model: profile.model,
      ...(profile.baseUrl === null ? {} : { baseUrl: profile.baseUrl }),
      ...(key === undefined ? {} : { key }),
      ...(config.options === undefined ? {} : { options: config.options }),
    },
    modelId: `${provider}:${profile.model}`,
    price,
    priceFrom: config.price === undefined ? (listed === undefined ? null : 'list') : 'profile',
    supportsPromptCache: config.supportsPromptCache ?? (price !== null && (price.cacheRead ?? price.input) < price.input),
    config,
    keyFrom,
  };
}
