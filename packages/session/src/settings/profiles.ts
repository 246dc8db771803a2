import type { JsonObject, Price } from '@tenfold/core';
import type { ModelConfig, Profile, Store } from '@tenfold/store';
import type { Ground } from '../ground.ts';
import { SecretUnreadable } from '../secret-box.ts';
import { invalidRequest } from '../session-error.ts';
import { detectedLimits } from '../upstream/detected-limits.ts';
import type { Provider } from '../upstream/upstream.ts';
import { builtInLimits, limitsOf } from './model-limits.ts';
import { checkedWish, definedOnly } from './profile-wish.ts';
import { type Keys, type ProfileConfig, type ReadyProfile, readyProfile, secretRow } from './ready-profile.ts';
import { tryProfile } from './try-profile.ts';

/** A configured model as it is shown. Its key never is. */
export interface ProfileView {
  readonly id: string;
  readonly name: string;
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string | null;
  /** Prices in dollars per million tokens, and who said so; null where nobody knows. */
  readonly price: Price | null;
  readonly priceFrom: 'profile' | 'list' | null;
  readonly supportsPromptCache: boolean;
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  /** Watermarks and retention of this profile; absent or -1 inherits. */
  readonly thresholds: ProfileThresholds;
  readonly customPrompt: string | null;
  /** Region, project, API version: what one provider alone needs. */
  readonly options: Readonly<Record<string, string>>;
  /** Where its key is: stored, in the environment, or nowhere. */
  readonly hasKey: boolean;
  readonly keyFrom: 'stored' | 'environment' | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a profile wishes of its conversations. */
export interface ProfileThresholds {
  readonly soft?: number | 'off' | 'inherit';
  readonly hard?: number | 'inherit';
  readonly retention?: number | 'inherit';
}

/** A profile as it is entered. An absent field of a change stays; a key of null is cleared. */
export interface ProfileWish {
  readonly name?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string | null;
  readonly key?: string | null;
  readonly inputPrice?: number | null;
  readonly outputPrice?: number | null;
  readonly cacheReadsPrice?: number | null;
  readonly cacheWritesPrice?: number | null;
  readonly supportsPromptCache?: boolean | null;
  readonly contextWindow?: number | null;
  readonly maxOutputTokens?: number | null;
  readonly thresholds?: ProfileThresholds | null;
  readonly customPrompt?: string | null;
  readonly options?: Readonly<Record<string, string>>;
  readonly expect?: number;
}

/** What came of trying a profile. */
export interface ProfileTest {
  readonly ok: boolean;
  /** What the model said, or why it could not. */
  readonly message: string;
  readonly milliseconds: number;
  readonly facts: JsonObject;
}

/** Configured models. */
export interface Profiles {
  list(): Promise<readonly ProfileView[]>;
  get(id: string): Promise<ProfileView>;
  add(profile: ProfileWish): Promise<ProfileView>;
  update(id: string, change: ProfileWish): Promise<ProfileView>;
  remove(id: string): Promise<void>;
  /** Asks the model for one word. */
  test(id: string): Promise<ProfileTest>;
}

/** What profiles need beside the ground. */
export interface ProfileParts {
  readonly keys: Keys;
  readonly send: typeof fetch;
}

/** The profiles of a store. */
export function profilesOn(ground: Ground, parts: ProfileParts): Profiles {
  const { store, now } = ground;
  const ready = async (id: string) => readyProfile(store, parts.keys, await store.profiles.get(id));
  const view = async (profile: Profile) =>
    viewOf(profile, await readable(store, parts.keys, profile), await limitsFor(ground, profile));
  return {
    list: async () => Promise.all((await store.profiles.list()).map(view)),
    get: async (id) => view(await store.profiles.get(id)),
    async add(wish) {
      const fields = checkedWish({ baseUrl: null, ...wish }, {});
      const profile = await store.profiles.put({ ...fields, at: now() });
      await storeKey(ground, parts.keys, profile.id, wish.key);
      await detect(ground, await ready(profile.id), parts.send);
      return view(await store.profiles.get(profile.id));
    },
    async update(id, wish) {
      const before = await store.profiles.get(id);
      const fields = checkedWish({ ...before, ...definedOnly(wish) }, before.config as ProfileConfig);
      const expect = wish.expect === undefined ? {} : { expect: wish.expect };
      await store.profiles.put({ ...fields, ...expect, id, at: now() });
      await storeKey(ground, parts.keys, id, wish.key);
      return view(await store.profiles.get(id));
    },
    async remove(id) {
      await store.profiles.get(id);
      await store.profiles.remove(id);
    },
    test: async (id) => tryProfile(ground, await ready(id), parts.send),
  };
}

/** Asks the provider how large a model's window is, the first time it is configured. */
async function detect({ store, now }: Ground, profile: ReadyProfile, send: typeof fetch): Promise<void> {
  if ((await store.models.get(profile.modelId)) !== null) return;
  const found = await detectedLimits(profile.endpoint, send);
  const builtIn = builtInLimits(profile.modelId);
  const limits = found === undefined ? builtIn : { ...builtIn, maxInputTokens: null, ...found, source: 'api' as const };
  await store.models.seed([limits], now());
}

async function storeKey({ store, now }: Ground, keys: Keys, id: string, key: string | null | undefined): Promise<void> {
  if (key === undefined) return;
  if (key === null || key === '') return store.profiles.setSecret(id, null, now());
  if (keys.secrets === undefined)
    throw invalidRequest([{ field: 'key', message: 'Keys cannot be stored here. Set it in the environment instead.' }]);
  await store.profiles.setSecret(id, keys.secrets.seal(key, secretRow(store.owner, id)), now());
}

/** The profile made ready; without its key where that cannot be opened, so that it can be listed and mended. */
async function readable(store: Store, keys: Keys, profile: Profile): Promise<ReadyProfile> {
  try {
    return await readyProfile(store, keys, profile);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return readyProfile(store, keys, { ...profile, hasSecret: false });
  }
}

async function limitsFor({ store, now }: Ground, { provider, model }: Profile): Promise<ModelConfig> {
  return limitsOf(store, `${provider}:${model}`, now());
}

function viewOf(profile: Profile, ready: ReadyProfile, limits: ModelConfig): ProfileView {
  const { config, endpoint } = ready;
  return {
    id: profile.id,
    name: profile.name,
    provider: endpoint.provider,
    model: profile.model,
    baseUrl: profile.baseUrl,
    price: ready.price,
    priceFrom: ready.priceFrom,
    supportsPromptCache: ready.supportsPromptCache,
    contextWindow: config.contextWindow ?? limits.contextWindow,
    maxOutputTokens: config.maxOutputTokens ?? limits.maxOutputTokens,
    thresholds: config.thresholds ?? {},
    customPrompt: config.customPrompt ?? null,
    options: config.options ?? {},
    hasKey: profile.hasSecret || ready.keyFrom !== null,
    keyFrom: profile.hasSecret ? 'stored' : ready.keyFrom,
    version: profile.version,
    createdAt: profile.createdAt,
    updatedAt: profile.updatedAt,
  };
}
