import type { Connectable, ListedModels, ProfileTest, Profile as ProfileView, Provider } from '@tenfold/contract';
import { type FullProfile, type ModelConfig, type Profile, SHARED } from '@tenfold/store';
import { generateText } from 'ai';
import type { Dependencies } from '../dependencies.ts';
import { soundUsage } from '../meter.ts';
import { providerOf } from '../upstream/endpoint.ts';
import { keyHolderOf } from '../upstream/endpoint-address.ts';
import { failureOf } from '../upstream/failure.ts';
import { shownOptions } from '../upstream/provider-keys.ts';
import { upstreamFor } from '../upstream/upstream.ts';
import { connectable, listModels } from './connectable.ts';
import { detectLimits } from './detect-limits.ts';
import { limitsOf } from './model-limits.ts';
import { nameHost } from './named-hosts.ts';
import {
  changeCredentials,
  destinationOf,
  type Keys,
  keysFor,
  type ProfileConfig,
  storeCredentials,
  storedCredentials,
} from './profile-access.ts';
import { checkedWish, definedOnly, type ProfileWish } from './profile-wish.ts';
import { type ReadyProfile, readyProfile, readyWith } from './ready-profile.ts';

/** Configured models. */
export interface Profiles {
  list(): Promise<readonly ProfileView[]>;
  get(id: string): Promise<ProfileView>;
  add(profile: ProfileWish): Promise<ProfileView>;
  update(id: string, change: ProfileWish): Promise<ProfileView>;
  remove(id: string): Promise<void>;
  /** Asks the model for one word. */
  test(id: string): Promise<ProfileTest>;
  /** What can be connected at once: keys of the environment, servers of models on this machine. */
  connectable(): Promise<readonly Connectable[]>;
  /** The models a provider offers to a key. */
  models(place: { readonly provider: Provider; readonly key?: string; readonly baseUrl?: string }): Promise<ListedModels>;
}

/** What profiles need beside their dependencies. */
export interface ProfileParts {
  readonly keys: Keys;
  readonly send: typeof fetch;
}

/** The profiles of a store. */
export function createProfiles(deps: Pick<Dependencies, 'store' | 'now' | 'monotonic' | 'meter'>, parts: ProfileParts): Profiles {
  const { store, now } = deps;
  const ready = async (id: string) => readyProfile(store, parts.keys, await store.profiles.get(id));
  const view = async (profile: Profile) =>
    viewOf(profile, await readyProfile(store, parts.keys, profile), await limitsFor(deps, profile));
  const viewWith = async (full: FullProfile) =>
    viewOf(full.profile, await readyWith(store, parts.keys, full), full.model ?? (await limitsFor(deps, full.profile)));
  const keeper = (shared: boolean) => (shared ? store.for(SHARED) : store);
  /** A key is sealed for whose it is: with its profile it changes hands, still for the host it was given for. */
  const handOver = async (from: Profile, to: Profile) => {
    const held = await storedCredentials(keeper(from.shared), parts.keys.secrets, from);
    const credentials = held === null ? null : { holder: null, ...held };
    if (credentials !== null) await storeCredentials(keeper(to.shared), parts.keys, to.id, credentials, now());
    await keeper(from.shared).profiles.remove(from.id);
  };
  const entered = async ({ id, shared }: Profile, wish: ProfileWish) => {
    await storeAccess({ ...deps, store: keeper(shared) }, parts.keys, id, wish);
    await detectLimits(deps, await ready(id), parts.send);
    return view(await store.profiles.get(id));
  };
  return {
    list: async () => Promise.all((await store.profiles.full()).map(viewWith)),
    get: async (id) => view(await store.profiles.get(id)),
    async add({ shared = false, ...wish }) {
      const fields = checkedWish({ baseUrl: null, ...wish }, {});
      const profile = await keeper(shared).profiles.put({ ...fields, at: now() });
      return entered(profile, wish);
    },
    async update(id, wish) {
      const before = await store.profiles.get(id);
      const { shared = before.shared } = wish;
      const fields = checkedWish({ ...before, ...definedOnly(wish) }, before.config as ProfileConfig);
      const expect = wish.expect === undefined || shared !== before.shared ? {} : { expect: wish.expect };
      const profile = await keeper(shared).profiles.put({ ...fields, ...expect, id, at: now() });
      if (shared !== before.shared) await handOver(before, profile);
      return entered(await keeper(shared).profiles.get(id), wish);
    },
    async remove(id) {
      const { shared } = await store.profiles.get(id);
      await keeper(shared).profiles.remove(id);
    },
    async test(id) {
      const profile = await ready(id);
      const [tried] = await Promise.all([tryProfile(deps, profile, parts.send), detectLimits(deps, profile, parts.send)]);
      return tried;
    },
    connectable: () => connectable(parts.keys.environment, parts.send),
    models: (place) => listModels(place, parts.send),
  };
}

/** Stores what was entered to sign a profile's requests with, for the host they go to. */
async function storeAccess(
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  keys: Keys,
  id: string,
  wish: ProfileWish,
): Promise<void> {
  const profile = await store.profiles.get(id);
  const provider = providerOf(profile.provider);
  const holder = keyHolderOf(destinationOf(profile, provider, keysFor(profile, keys).environment));
  await changeCredentials(store, keys, profile, { ...wish, holder, at: now() });
  if (wish.allowEnvironmentKey !== undefined && holder !== null && !profile.shared)
    await nameHost(store, keys.secrets, { provider, host: holder, allowed: wish.allowEnvironmentKey, at: now() });
}

async function limitsFor(
  { store, now }: Pick<Dependencies, 'store' | 'now'>,
  { provider, model }: Profile,
): Promise<ModelConfig> {
  return limitsOf(store, `${provider}:${model}`, now());
}

function viewOf(profile: Profile, ready: ReadyProfile, limits: ModelConfig): ProfileView {
  const { config, endpoint } = ready;
  const { heldBack } = endpoint;
  return {
    id: profile.id,
    shared: profile.shared,
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
    options: shownOptions(endpoint.provider, config.options ?? {}),
    hasKey: heldBack === undefined && (profile.hasSecret || ready.keyFrom !== null),
    keyFrom: ready.keyFrom,
    keyHeldBack: heldBack ?? null,
    version: profile.version,
    createdAt: profile.createdAt,
    updatedAt: profile.updatedAt,
  };
}

const TIMEOUT_MS = 20_000;

/** Asks a profile's model for one word and says what came of it. */
async function tryProfile(
  { monotonic, meter }: Pick<Dependencies, 'monotonic' | 'meter'>,
  profile: ReadyProfile,
  send: typeof fetch,
): Promise<ProfileTest> {
  const started = monotonic();
  const took = () => Math.round(monotonic() - started);
  try {
    const { text, usage: told } = await generateText({
      model: await upstreamFor(profile.endpoint, send),
      prompt: 'Answer with the single word: ready',
      maxOutputTokens: 64,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const usage = soundUsage(told);
    meter.spend(usage);
    const facts = { inputTokens: usage.inputTokens ?? null, outputTokens: usage.outputTokens ?? null };
    return { ok: true, message: text.trim() || 'The model answered without words.', milliseconds: took(), facts };
  } catch (error) {
    const { kind, message, status } = failureOf(error);
    return { ok: false, message, milliseconds: took(), facts: { kind, status: status ?? null } };
  }
}
