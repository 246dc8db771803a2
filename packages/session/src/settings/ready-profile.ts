import type { JsonObject, Price, PricedProfile } from '@tenfold/core';
import { bindsThinking } from '@tenfold/dialects';
import type { FullProfile, Profile, Store } from '@tenfold/store';
import { listedModel } from '../price-list.ts';
import { type Endpoint, providerOf } from '../upstream/endpoint.ts';
import type { Destination } from '../upstream/endpoint-address.ts';
import { fileTypes } from '../upstream/send-rules.ts';
import { type Access, accessOf, destinationOf, type Keys, keysFor, type ProfileConfig } from './profile-access.ts';

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
  /** Its model takes thinking back only behind what it was made on (C17). */
  readonly bindsThinking: boolean;
  /** Media types of files that its API takes, `audio/*` for all of a kind. */
  readonly fileTypes: readonly string[];
  readonly config: ProfileConfig;
  readonly keyFrom: 'stored' | 'environment' | null;
}

/** A stored profile made ready: its price looked up, its key opened. One whose key cannot be opened is ready for everything but a call. */
export async function readyProfile(store: Store, keys: Keys, profile: Profile): Promise<ReadyProfile> {
  const its = keysFor(profile, keys);
  const destination = destinationOf(profile, providerOf(profile.provider), its.environment);
  const ready = madeReady(profile, destination, await accessOf(store, its, profile, destination));
  if (!profile.shared || keys.shared === undefined) return ready;
  return { ...ready, endpoint: { ...ready.endpoint, send: keys.shared.send } };
}

/** The same of what was read with it: nothing is asked for again by an id, under which a damaged row is not found. */
export function readyWith(store: Store, keys: Keys, { profile, secret }: FullProfile): Promise<ReadyProfile> {
  return readyProfile({ ...store, profiles: { ...store.profiles, secret: async () => secret } }, keys, profile);
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
    bindsThinking: bindsThinking(model),
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

function madeReady(profile: Profile, destination: Destination, { from, options, ...access }: Access): ReadyProfile {
  const { provider } = destination;
  const config = profile.config as JsonObject & ProfileConfig;
  const listed = listedModel(provider, profile.model);
  const price = config.price ?? listed?.price ?? null;
  return {
    id: profile.id,
    name: profile.name,
    endpoint: {
      ...destination,
      ...access,
      model: profile.model,
      options: { ...destination.options, ...options },
      ...(profile.damaged && { damaged: true }),
    },
    modelId: `${provider}:${profile.model}`,
    price,
    priceFrom: config.price === undefined ? (listed === undefined ? null : 'list') : 'profile',
    bindsThinking: bindsThinking(profile.model),
    fileTypes: fileTypes(provider),
    supportsPromptCache: config.supportsPromptCache ?? (price !== null && (price.cacheRead ?? price.input) < price.input),
    config,
    keyFrom: from,
  };
}
