import type { Profile, Store } from '@tenfold/store';
import type { Endpoint, HeldBackKey, Provider } from '../upstream/endpoint.ts';
import { isVendorEndpoint, keyHolderOf } from '../upstream/endpoint-address.ts';
import { environmentCredentials, environmentPlace, keyVariables } from '../upstream/provider-keys.ts';
import { shownOptions } from '../upstream/provider-options.ts';
import { type Keys, readableCredentials } from './credentials.ts';
import { namedHosts } from './named-hosts.ts';
import type { ProfileConfig } from './profile-config.ts';

/** Where a profile's requests go. */
export type Place = Pick<Endpoint, 'provider' | 'baseUrl' | 'options'>;

/** What a profile's requests are signed with, and why not. */
export interface Access {
  readonly from: 'stored' | 'environment' | null;
  readonly key?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly ambient?: boolean;
  readonly keyUnreadable?: true;
  readonly heldBack?: HeldBackKey;
}

/** Where requests of a profile go: what it says, else what the environment says. */
export function placeOf(
  profile: Pick<Profile, 'baseUrl' | 'config'>,
  provider: Provider,
  environment: Keys['environment'],
): Place {
  const { options = {} } = profile.config as ProfileConfig;
  const around = environmentPlace(provider, environment);
  const baseUrl = profile.baseUrl ?? around.baseUrl;
  return {
    provider,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    options: { ...around.options, ...shownOptions(provider, options) },
  };
}

/** The key a profile may use where its requests go: one that was given for that host, or the environment's at its vendor's. */
export async function accessOf(store: Store, keys: Keys, profile: Profile, place: Place): Promise<Access> {
  const holder = keyHolderOf(place);
  const stored = await readableCredentials(store, keys.secrets, profile);
  if (stored === 'unreadable') return { from: null, keyUnreadable: true };
  if (stored !== null) {
    const { holder: given, ...secrets } = { holder, ...stored };
    if (given === holder) return { from: 'stored', ...secrets };
    return { from: null, heldBack: { from: 'stored', holder: given ?? 'another address' } };
  }
  const found = environmentCredentials(place.provider, keys.environment);
  const from = found === undefined ? null : 'environment';
  if (profile.baseUrl === null || isVendorEndpoint(place)) return { from, ...found };
  if (found === undefined && place.provider !== 'vertex') return { from };
  const named = (await namedHosts(store))?.[place.provider] ?? [];
  if (holder !== null && named.includes(holder)) return { from, ...found, ambient: true };
  if (found === undefined) return { from };
  return { from: null, heldBack: { from: 'environment', holder: `the vendor (${keyVariables(place.provider)[0]})` } };
}
