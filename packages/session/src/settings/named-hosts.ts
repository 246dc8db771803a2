import type { JsonObject } from '@tenfold/core';
import type { Store } from '@tenfold/store';

/** Of this home alone, so that no settings file can bring it along. */
const PLACE = { scope: 'home', key: 'environment-keys' } as const;

/** Hosts beside the vendors' own that the user lets keys of the environment go to, by provider; null before any was asked about. */
export async function namedHosts(store: Store): Promise<Readonly<Record<string, readonly string[]>> | null> {
  const stored = await store.settings.get(PLACE.scope, PLACE.key);
  return stored === null ? null : (stored.value as Record<string, string[]>);
}

/** Remembers the hosts that are named. */
export async function setNamedHosts(store: Store, hosts: Readonly<Record<string, readonly string[]>>, at: number): Promise<void> {
  await store.settings.set({ ...PLACE, value: hosts as JsonObject, at });
}

/** Lets a provider's key of the environment go to a host, or no longer. */
export async function nameHost(store: Store, provider: string, host: string, allowed: boolean, at: number): Promise<void> {
  const hosts = (await namedHosts(store)) ?? {};
  const others = (hosts[provider] ?? []).filter((other) => other !== host);
  await setNamedHosts(store, { ...hosts, [provider]: allowed ? [...others, host] : others }, at);
}
