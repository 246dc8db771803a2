import type { JsonObject } from '@tenfold/core';
import type { Store } from '@tenfold/store';
import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
import { sealOrRefuse } from './seal-or-refuse.ts';

/** Of this home alone, so that no settings file can bring it along. */
export const NAMED_HOSTS = { scope: 'home', key: 'environment-keys' } as const;
/** What they are sealed for. */
export const namedHostsRow = (owner: string) => `${owner}/named-hosts`;

/** Hosts beside the vendors' own that the user lets keys of the environment go to, by provider. */
export type NamedHosts = Readonly<Record<string, readonly string[]>>;

/** As they are stored: sealed with the secret of the installation where they were named. Without a secret, and by earlier versions, open. */
export type StoredHosts = JsonObject;

/** What is stored of them; null before any was asked about. What cannot be read lets no key out. */
export async function storedHosts(store: Store): Promise<StoredHosts | null> {
  const stored = await store.settings.get(NAMED_HOSTS.scope, NAMED_HOSTS.key);
  return stored === null ? null : ((stored.value ?? {}) as StoredHosts);
}

/** The hosts that were named here. Whatever else a store says of it, as one that was brought from elsewhere may, was said by somebody else. */
export async function namedHosts(store: Store, secrets: SecretBox | undefined): Promise<NamedHosts> {
  const stored = (await storedHosts(store)) ?? {};
  return secrets === undefined || isSealed(stored) ? hostsIn(stored, secrets, store.owner) : {};
}

/** Lets a provider's key of the environment go to a host, or no longer. */
export async function nameHost(
  store: Store,
  secrets: SecretBox | undefined,
  { provider, host, allowed, at }: { provider: string; host: string; allowed: boolean; at: number },
): Promise<void> {
  const hosts = await namedHosts(store, secrets);
  const others = (hosts[provider] ?? []).filter((other) => other !== host);
  await storeHosts(store, secrets, { ...hosts, [provider]: allowed ? [...others, host] : others }, at);
}

/** A lease of nobody: leases are no part of what is moved. */
const BROUGHT = 'brought';

/** Has a store not believed what it says open of hosts: it is to hold what was somewhere else. */
export async function markBrought({ leases }: Store, at: number): Promise<void> {
  if ((await leases.get(BROUGHT)) === null) await leases.acquire({ name: BROUGHT, holder: BROUGHT, at });
}

/**
 * Seals what an earlier version stored open, or what keys of the environment went to before hosts were named. Only in a file that was
 * always here: into a database anything may have been restored. Answers the hosts that get no key any more.
 */
export async function adoptHosts(
  store: Store,
  secrets: SecretBox | undefined,
  { before, at }: { before: NamedHosts; at: number },
): Promise<readonly string[]> {
  const stored = await storedHosts(store);
  if (stored !== null && (secrets === undefined || isSealed(stored))) return [];
  const open = stored === null ? before : hostsIn(stored, secrets, store.owner);
  if (stored !== null && listed(open).length === 0) return [];
  const isOurs = !store.shared && (await store.leases.get(BROUGHT)) === null;
  await storeHosts(store, secrets, isOurs ? open : {}, at);
  return isOurs ? [] : listed(open);
}

/**
 * Has a store that was brought here let keys of this environment go where they went from here, and nowhere else: what it names itself was
 * named elsewhere, or by whoever wrote it. What this installation's secret sealed was named here. Gives the hosts that it named and that
 * get none now.
 */
export async function keepNamedHosts(
  brought: Store,
  secrets: SecretBox | undefined,
  { before, at }: { before: StoredHosts | null; at: number },
): Promise<readonly string[]> {
  const stored = (await storedHosts(brought)) ?? {};
  const kept = before ?? (isSealed(stored) ? stored : {});
  await brought.settings.set({ ...NAMED_HOSTS, value: kept, at });
  const [named, still] = [stored, kept].map((hosts) => listed(hostsIn(hosts, secrets, brought.owner))) as [string[], string[]];
  return named.filter((host) => !still.includes(host));
}

/** None are not worth a seal: nobody can do anything with them. */
async function storeHosts(store: Store, secrets: SecretBox | undefined, hosts: NamedHosts, at: number): Promise<void> {
  const isNone = listed(hosts).length === 0;
  const name = 'hosts that keys of the environment go to';
  const sealed = (box: SecretBox) => sealOrRefuse(box, JSON.stringify(hosts), namedHostsRow(store.owner));
  const value =
    secrets === undefined || isNone ? (hosts as JsonObject) : { name, sealed: Buffer.from(sealed(secrets)).toString('base64') };
  await store.settings.set({ ...NAMED_HOSTS, value, at });
}

function isSealed(stored: StoredHosts): stored is StoredHosts & { readonly sealed: string } {
  return typeof stored.sealed === 'string';
}

function hostsIn(stored: StoredHosts, secrets: SecretBox | undefined, owner: string): NamedHosts {
  if (!isSealed(stored)) return stored as Record<string, string[]>;
  try {
    const text = secrets?.open(Buffer.from(stored.sealed, 'base64'), namedHostsRow(owner)) ?? '{}';
    // Believed: nobody else seals.
    const hosts: unknown = JSON.parse(text);
    return hosts as NamedHosts;
  } catch (error) {
    if (error instanceof SecretUnreadable) return {};
    throw error;
  }
}

function listed(hosts: NamedHosts): string[] {
  return Object.values(hosts).flatMap((some) => (Array.isArray(some) ? some : []));
}
