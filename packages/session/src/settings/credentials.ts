import type { Profile, Store } from '@tenfold/store';
import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
import { invalidRequest } from '../session-error.ts';
import { secretOptions } from '../upstream/provider-options.ts';

/** Where keys come from. */
export interface Keys {
  readonly secrets: SecretBox | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A profile's secrets and who they were given for. They are sealed together, so that none can be turned to another host. */
export interface Credentials {
  /** See `keyHolderOf`. */
  readonly holder: string | null;
  readonly key?: string;
  readonly options?: Readonly<Record<string, string>>;
}

const keyRow = (owner: string, id: string) => `${owner}/profile/${id}`;
const credentialsRow = (owner: string, id: string) => `${keyRow(owner, id)}/credentials`;

/** The stored credentials of a profile; null where there are none. A key of before keys had holders comes without one. */
export async function storedCredentials(
  store: Store,
  secrets: SecretBox | undefined,
  { id, hasSecret }: Pick<Profile, 'id' | 'hasSecret'>,
): Promise<Credentials | { readonly key: string } | null> {
  const sealed = hasSecret && secrets !== undefined ? await store.profiles.secret(id) : null;
  if (sealed === null || secrets === undefined) return null;
  try {
    return credentialsIn(secrets.open(sealed, credentialsRow(store.owner, id)));
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return { key: secrets.open(sealed, keyRow(store.owner, id)) };
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
  await store.profiles.setSecret(id, sealed(keys.secrets, text, credentialsRow(store.owner, id)), at);
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
  const isKept = before !== null && before !== 'unreadable' && 'holder' in before && before.holder === wish.holder;
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

/** The stored credentials, or that they cannot be opened. */
export async function readableCredentials(
  store: Store,
  secrets: SecretBox | undefined,
  profile: Profile,
): Promise<Awaited<ReturnType<typeof storedCredentials>> | 'unreadable'> {
  try {
    return await storedCredentials(store, secrets, profile);
  } catch (error) {
    if (error instanceof SecretUnreadable) return 'unreadable';
    throw error;
  }
}

function sealed(secrets: SecretBox, text: string, row: string): Uint8Array {
  try {
    return secrets.seal(text, row);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw invalidRequest([{ field: 'key', message: error.message }]);
  }
}
