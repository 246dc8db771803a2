import type { JsonObject, Price, PricedProfile } from '@tenfold/core';
import type { Profile, Store } from '@tenfold/store';
import { listedModel } from '../price-list.ts';
import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
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

/** A stored profile made ready: its price looked up, its key opened. One whose key cannot be opened is ready for everything but a call. */
export async function readyProfile(store: Store, keys: Keys, profile: Profile): Promise<ReadyProfile> {
  const stored = profile.hasSecret ? await store.profiles.secret(profile.id) : null;
  const provider = providerOf(profile.provider);
  if (stored === null || keys.secrets === undefined) {
    const key = environmentKey(provider, keys.environment);
    const keyFrom = stored !== null ? 'stored' : key === undefined ? null : 'environment';
    return madeReady(profile, provider, key === undefined ? {} : { key }, keyFrom);
  }
  try {
    return madeReady(profile, provider, { key: keys.secrets.open(stored, secretRow(store.owner, profile.id)) }, 'stored');
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return madeReady(profile, provider, { keyUnreadable: true }, null);
  }
}

/** Names of the profiles whose stored key a box does not open. */
export async function unreadableKeys(store: Store, secrets: SecretBox): Promise<readonly string[]> {
  const ready = await Promise.all(
    (await store.profiles.list()).map((profile) => readyProfile(store, { secrets, environment: {} }, profile)),
  );
  return ready.filter(({ endpoint }) => endpoint.keyUnreadable).map(({ name }) => name);
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
  key: Pick<Endpoint, 'key' | 'keyUnreadable'>,
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
      ...key,
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
