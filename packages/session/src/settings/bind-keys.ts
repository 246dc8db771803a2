import type { Profile } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { providerOf } from '../upstream/endpoint.ts';
import { baseUrlProblem, isVendorEndpoint, keyHolderOf } from '../upstream/endpoint-address.ts';
import { secretOptions, shownOptions } from '../upstream/provider-keys.ts';
import { adoptHosts } from './named-hosts.ts';
import { destinationOf, type Keys, type ProfileConfig, storeCredentials, storedCredentials } from './profile-access.ts';

/**
 * Profiles of before keys belonged to hosts: each key is bound to the host it goes to now, secrets among the options are sealed
 * with it, and keys of the environment may go on going where they went from a file. A profile whose key cannot be opened is left as it is.
 */
export async function bindKeys(deps: Pick<Dependencies, 'store' | 'now' | 'log'>, keys: Keys): Promise<void> {
  const { store, now, log } = deps;
  // What cannot be read stays as it was found.
  const profiles = (await store.profiles.list()).filter(({ shared, damaged }) => !shared && !damaged);
  for (const profile of profiles) {
    try {
      await bindKey(deps, keys, profile);
    } catch (error) {
      log.warn('key-not-bound', { profile: profile.id, reason: reasonOf(error) });
    }
  }
  const before: Record<string, string[]> = {};
  for (const profile of profiles.filter(({ hasSecret, baseUrl }) => !hasSecret && baseUrl !== null)) {
    const destination = destinationOf(profile, providerOf(profile.provider), keys.environment);
    const holder = keyHolderOf(destination);
    if (holder !== null && !isVendorEndpoint(destination))
      before[destination.provider] = [...(before[destination.provider] ?? []), holder];
  }
  try {
    const hosts = await adoptHosts(store, keys.secrets, { before, at: now() });
    if (hosts.length > 0) log.warn('hosts-to-allow', { hosts, todo: "Allow them in the profiles' settings if they are right." });
  } catch (error) {
    log.warn('hosts-not-named', { reason: reasonOf(error) });
  }
}

async function bindKey({ store, now }: Pick<Dependencies, 'store' | 'now'>, keys: Keys, profile: Profile): Promise<void> {
  const { options = {} } = profile.config as ProfileConfig;
  const shown = shownOptions(profile.provider, options);
  const isLoose = Object.keys(options).length > Object.keys(shown).length;
  const stored = await storedCredentials(store, keys.secrets, profile);
  const isBound = stored === null || 'holder' in stored;
  if (keys.secrets === undefined || (isBound && !isLoose)) return;
  // These two went before the profile's own address and key.
  const { baseURL, apiKey } = options;
  const baseUrl = baseURL !== undefined && baseUrlProblem(baseURL) === null ? baseURL : profile.baseUrl;
  const fields = { ...profile, baseUrl, config: { ...profile.config, options: shown } };
  const holder = keyHolderOf(destinationOf(fields, providerOf(profile.provider), keys.environment));
  const key = apiKey ?? stored?.key;
  const secrets = {
    ...(stored !== null && 'options' in stored ? stored.options : {}),
    ...secretOptions(profile.provider, options),
  };
  // First the sealed copy: a crash in between loses nothing.
  await storeCredentials(store, keys, profile.id, { holder, options: secrets, ...(key === undefined ? {} : { key }) }, now());
  const { id, name, provider, model } = profile;
  await store.profiles.put({ id, name, provider, model, baseUrl, config: fields.config, at: now() });
}
