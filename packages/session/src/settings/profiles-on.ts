import type { ModelConfig, Profile } from '@tenfold/store';
import type { Ground } from '../ground.ts';
import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
import { invalidRequest } from '../session-error.ts';
import { detectedLimits } from '../upstream/detected-limits.ts';
import { builtInLimits, limitsOf } from './model-limits.ts';
import { checkedWish, definedOnly } from './profile-wish.ts';
import type { Profiles, ProfileView } from './profiles.ts';
import { type Keys, type ProfileConfig, type ReadyProfile, readyProfile, secretRow } from './ready-profile.ts';
import { tryProfile } from './try-profile.ts';

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
    viewOf(profile, await readyProfile(store, parts.keys, profile), await limitsFor(ground, profile));
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
  await store.profiles.setSecret(id, sealed(keys.secrets, key, secretRow(store.owner, id)), now());
}

function sealed(secrets: SecretBox, key: string, row: string): Uint8Array {
  try {
    return secrets.seal(key, row);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw invalidRequest([{ field: 'key', message: error.message }]);
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
    keyFrom: ready.keyFrom,
    version: profile.version,
    createdAt: profile.createdAt,
    updatedAt: profile.updatedAt,
  };
}
