import type { ProfileThresholds } from '@tenfold/contract';
import type { Price } from '@tenfold/core';
import { NotFound, type Profile, SHARED, type Store } from '@tenfold/store';
import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
import { invalidRequest } from '../session-error.ts';
import type { HeldBackKey, Provider } from '../upstream/endpoint.ts';
import { type Destination, isVendorEndpoint, keyHolderOf } from '../upstream/endpoint-address.ts';
import {
  environmentCredentials,
  environmentDestination,
  keyVariables,
  secretOptions,
  shownOptions,
} from '../upstream/provider-keys.ts';
import { namedHosts } from './named-hosts.ts';
import { sealOrRefuse } from './seal-or-refuse.ts';

/** What a profile's requests are signed with, and why not. */
export interface Access {
  readonly from: 'stored' | 'environment' | null;
  readonly key?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly ambient?: boolean;
  /** Why the key that is stored cannot be opened. */
  readonly keyUnreadable?: string;
  readonly heldBack?: HeldBackKey;
}

/** Where requests of a profile go: what it says, else what the environment says. */
export function destinationOf(
  profile: Pick<Profile, 'baseUrl' | 'config'>,
  provider: Provider,
  environment: Keys['environment'],
): Destination {
  const { options = {} } = profile.config as ProfileConfig;
  const around = environmentDestination(provider, environment);
  const baseUrl = profile.baseUrl ?? around.baseUrl;
  return {
    provider,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    options: { ...around.options, ...shownOptions(provider, options) },
  };
}

/** The key a profile may use where its requests go: one that was given for that host, or the environment's at its vendor's. */
export async function accessOf(store: Store, keys: Keys, profile: Profile, destination: Destination): Promise<Access> {
  const holder = keyHolderOf(destination);
  const stored = await readableCredentials(store, keys.secrets, profile);
  if (stored instanceof SecretUnreadable) return { from: null, keyUnreadable: stored.message };
  if (stored !== null) {
    const { holder: given, ...secrets } = { holder, ...stored };
    if (given === holder) return { from: 'stored', ...secrets };
    return { from: null, heldBack: { from: 'stored', holder: given ?? 'another address' } };
  }
  const found = environmentCredentials(destination.provider, keys.environment);
  const from = found === undefined ? null : 'environment';
  if (profile.baseUrl === null || isVendorEndpoint(destination))
    return { from, ...found, ...(isSignedIn(store, keys, profile) && isVendorEndpoint(destination) ? { ambient: true } : {}) };
  if (found === undefined && destination.provider !== 'vertex') return { from };
  // Of the operator's keys none goes to a host that another administrator named.
  const named = profile.shared ? [] : ((await namedHosts(store, keys.secrets))[destination.provider] ?? []);
  if (holder !== null && named.includes(holder)) return { from, ...found, ambient: true };
  if (found === undefined) return { from };
  return { from: null, heldBack: { from: 'environment', holder: `the vendor (${keyVariables(destination.provider)[0]})` } };
}

/** Whether a profile may be used with what this machine is signed in as: that is the operator's, and goes with what is shared. */
function isSignedIn({ owner }: Store, { shared }: Keys, profile: Profile): boolean {
  return profile.shared || shared?.operator === undefined || shared.operator === owner;
}

/** Where keys come from. */
export interface Keys {
  readonly secrets: SecretBox | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What shared profiles are used with, whoever uses them: the operator's environment, and a way to the hosts administrators name. */
  readonly shared?: {
    readonly environment: Keys['environment'];
    readonly send: typeof fetch;
    /** Whose machine this is; everybody's here where none is named. */
    readonly operator?: string;
  };
}

/** What a profile's key is found with. */
export function keysFor({ shared }: Pick<Profile, 'shared'>, keys: Keys): Keys {
  return shared ? { ...keys, environment: keys.shared?.environment ?? {} } : keys;
}

/** A profile's secrets and who they were given for. They are sealed together, so that none can be turned to another host. */
export interface Credentials {
  /** See `keyHolderOf`. */
  readonly holder: string | null;
  readonly key?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** What a key of before keys had holders is sealed for. */
export const keyRow = (owner: string, id: string) => `${owner}/profile/${id}`;
/** What a profile's credentials are sealed for. */
export const credentialsRow = (owner: string, id: string) => `${keyRow(owner, id)}/credentials`;

/** The stored credentials of a profile; null where there are none. A key of before keys had holders comes without one. */
export async function storedCredentials(
  store: Store,
  secrets: SecretBox | undefined,
  { id, hasSecret, shared }: Pick<Profile, 'id' | 'hasSecret' | 'shared'>,
): Promise<Credentials | { readonly key: string } | null> {
  const sealed = hasSecret && secrets !== undefined ? await store.profiles.secret(id) : null;
  if (sealed === null || secrets === undefined) return null;
  const owner = shared ? SHARED : store.owner;
  try {
    return credentialsIn(secrets.open(sealed, credentialsRow(owner, id)));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return { key: secrets.open(sealed, keyRow(owner, id)) };
  }
}

function credentialsIn(text: string): Credentials {
  const found: unknown = JSON.parse(text);
  const { holder, key, options }: { [Name in keyof Credentials]?: unknown } = typeof found === 'object' ? (found ?? {}) : {};
  const named = Object.entries(typeof options === 'object' ? (options ?? {}) : {});
  return {
    holder: typeof holder === 'string' ? holder : null,
    ...(typeof key === 'string' ? { key } : {}),
    ...(named.length === 0 ? {} : { options: Object.fromEntries(named.map(([name, value]) => [name, String(value)])) }),
  };
}

/** Seals a profile's credentials, or clears them where there is nothing to seal. */
export async function storeCredentials(store: Store, keys: Keys, id: string, wanted: Credentials, at: number): Promise<void> {
  const { holder, key, options = {} } = wanted;
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''));
  const none = key === undefined && Object.keys(said).length === 0;
  if (none) return store.profiles.setSecret(id, null, at);
  if (keys.secrets === undefined)
    throw invalidRequest([{ field: 'key', message: 'Keys cannot be stored here. Set it in the environment instead.' }]);
  const text = JSON.stringify({ holder, ...(key === undefined ? {} : { key }), options: said });
  await store.profiles.setSecret(id, sealOrRefuse(keys.secrets, text, credentialsRow(store.owner, id)), at);
}

/** What is entered for a profile, on top of what it has for the same holder. An empty text clears, an absent one stays. */
export async function changeCredentials(
  store: Store,
  keys: Keys,
  profile: Profile,
  wish: { key?: string | null; options?: Readonly<Record<string, string>> | null; holder: string | null; at: number },
): Promise<void> {
  const brought = secretOptions(profile.provider, wish.options ?? {});
  if (wish.key === undefined && Object.keys(brought).length === 0) return;
  const before = await readableCredentials(store, keys.secrets, profile);
  const isKept = before !== null && 'holder' in before && before.holder === wish.holder;
  const kept: Partial<Credentials> = isKept ? before : {};
  const key = wish.key === undefined ? kept.key : wish.key || undefined;
  const options = { ...kept.options, ...brought };
  await storeCredentials(
    store,
    keys,
    profile.id,
    { holder: wish.holder, options, ...(key === undefined ? {} : { key }) },
    wish.at,
  );
}

/** The stored credentials, or why they cannot be opened. */
async function readableCredentials(
  store: Store,
  secrets: SecretBox | undefined,
  profile: Profile,
): Promise<Awaited<ReturnType<typeof storedCredentials>> | SecretUnreadable> {
  try {
    return await storedCredentials(store, secrets, profile);
  } catch (error) {
    // A row that is not found by the id it was read with is damaged, or was just removed.
    if (error instanceof NotFound) return new SecretUnreadable();
    if (error instanceof SecretUnreadable) return error;
    throw error;
  }
}

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
