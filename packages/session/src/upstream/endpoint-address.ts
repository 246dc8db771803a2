import { BlockList, isIP } from 'node:net';
import { AddressRefused } from './address-refused.ts';
import { type Endpoint, IncompleteProfile, type Provider } from './endpoint.ts';

/** Where requests go. */
export type Destination = Pick<Endpoint, 'provider' | 'baseUrl' | 'options'>;

/** Hosts that a vendor runs itself: keys of the environment may go there without a word. */
const VENDOR_HOSTS: Readonly<Record<Provider, RegExp | null>> = {
  openai: /^(?:[a-z]{2}\.)?api\.openai\.com$/u,
  anthropic: /^api\.anthropic\.com$/u,
  google: /^generativelanguage\.googleapis\.com$/u,
  azure: /^[a-z0-9-]+\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us)$/u,
  bedrock: /^bedrock-runtime(?:-fips)?\.[a-z0-9-]+\.(?:amazonaws\.(?:com|com\.cn|eu)|c2s\.ic\.gov|sc2s\.sgov\.gov)$/u,
  vertex: /^(?:[a-z0-9-]+-)?aiplatform(?:\.[a-z0-9-]+\.(?:rep|p))?\.googleapis\.com$/u,
  openrouter: /^openrouter\.ai$/u,
  'openai-compatible': null,
};

/** Vendors whose one key opens all their regions: the region is no other owner. */
const REGIONLESS: readonly Provider[] = ['bedrock', 'vertex'];

/** Where an endpoint's requests go, the provider's own address included: the only place that decides it. */
export function baseUrlOf({ provider, baseUrl, options = {} }: Destination): string {
  if (baseUrl !== undefined) {
    if (baseUrlProblem(baseUrl) !== null) throw new IncompleteProfile(provider, 'an address that may be called');
    return withoutFinalSlash(baseUrl);
  }
  switch (provider) {
    case 'openai':
      return 'https://api.openai.com/v1';
    case 'anthropic':
      return 'https://api.anthropic.com/v1';
    case 'google':
      return 'https://generativelanguage.googleapis.com/v1beta';
    case 'azure':
      return `https://${label(options.resourceName, 'Azure', 'a base URL or a resource name')}.openai.azure.com/openai`;
    case 'bedrock':
      return bedrockUrl(label(options.region, 'Bedrock', 'a region'));
    case 'vertex':
      return vertexUrl(label(options.location ?? 'global', 'Vertex', 'a location'));
    case 'openrouter':
      return 'https://openrouter.ai/api/v1';
    case 'openai-compatible':
      throw new IncompleteProfile('an OpenAI-compatible server', 'a base URL');
  }
}

/** Who gets a key that is sent to an endpoint: its origin, or the vendor where all its regions are one. Null where it has no address yet. */
export function keyHolderOf(destination: Destination): string | null {
  try {
    const url = new URL(baseUrlOf(destination));
    return isVendorHost(destination.provider, url) && REGIONLESS.includes(destination.provider)
      ? destination.provider
      : url.origin;
  } catch {
    return null;
  }
}

/** True where an endpoint's requests go to a host of the vendor itself. */
export function isVendorEndpoint(destination: Destination): boolean {
  try {
    return isVendorHost(destination.provider, new URL(baseUrlOf(destination)));
  } catch {
    return false;
  }
}

/** A `fetch` that lets a request only to who gets the endpoint's key, whatever address a provider's library made. */
export function onlyToHolder(destination: Destination, send: typeof fetch): typeof fetch {
  const holder = keyHolderOf(destination);
  return async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    if (origin !== holder) refuseOther(destination, holder, origin);
    return send(input, init);
  };
}

/** Refuses an origin unless it belongs to the vendor who gets the key. */
export function refuseOther({ provider }: Destination, holder: string | null, origin: string): void {
  if (holder === null || keyHolderOf({ provider, baseUrl: origin }) !== holder)
    throw new AddressRefused(`${origin} is not the address of this profile.`);
}

/** A `fetch` that reaches the vendors' own hosts and no others: for people who may not name hosts. */
export function onlyToVendors(send: typeof fetch): typeof fetch {
  const providers = Object.keys(VENDOR_HOSTS) as Provider[];
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!providers.some((provider) => isVendorHost(provider, url)))
      throw new AddressRefused(
        `${url.origin} is not a provider's own address. Only administrators of this server may use others.`,
      );
    return send(input, init);
  };
}

function isVendorHost(provider: Provider, { protocol, port, hostname }: URL): boolean {
  return protocol === 'https:' && port === '' && VENDOR_HOSTS[provider]?.test(hostname) === true;
}

/** Part of a host or path that comes from an option: one plain label, so that it cannot name another host. */
function label(value: string | undefined, provider: string, what: string): string {
  if (value === undefined || !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu.test(value)) throw new IncompleteProfile(provider, what);
  return value;
}

const AWS_SUFFIXES: readonly (readonly [string, string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-iso-', 'c2s.ic.gov'],
];

function bedrockUrl(region: string): string {
  const suffix = AWS_SUFFIXES.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'amazonaws.com';
  return `https://bedrock-runtime.${region}.${suffix}`;
}

function vertexUrl(location: string): string {
  if (location === 'global') return 'https://aiplatform.googleapis.com';
  const isMultiRegion = location === 'eu' || location === 'us';
  return isMultiRegion ? `https://aiplatform.${location}.rep.googleapis.com` : `https://${location}-aiplatform.googleapis.com`;
}

function withoutFinalSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Why requests must not go to this address; null when they may. Names are looked up when they are called, not here. */
export function baseUrlProblem(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'This is no URL. It looks like https://host/v1.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only http and https addresses are called.';
  if (url.username !== '' || url.password !== '') return 'A user or password does not belong in the address. Use the key field.';
  if (url.search !== '' || url.hash !== '') return 'Leave out everything from ? or # on.';
  return isForbiddenHost(url) ? 'Link-local and metadata addresses are never called.' : null;
}

/** What an IP address is to a server that calls out: never called, within one's own network, or anywhere in the world. */
export type AddressClass = 'forbidden' | 'private' | 'public';

/** Link-local, unspecified, multicast and reserved ranges, and the addresses at which clouds hand out a machine's credentials. */
const FORBIDDEN = blockList(
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.192', 32],
  ['224.0.0.0', 3],
  ['::', 128],
  ['2001::', 32],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fe80::', 9],
  ['ff00::', 8],
);

const PRIVATE = blockList(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
);

/** Prefixes behind which the last four bytes of an IPv6 address are an IPv4 one: compatible, mapped, translated, NAT64. */
const CARRIERS = blockList(['::', 96], ['::ffff:0:0', 96], ['::ffff:0:0:0', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48]);
const SIX_TO_FOUR = blockList(['2002::', 16]);
const LOOPBACK = blockList(['::1', 128]);

/** Which class an address is of; one that carries another inside is of the stricter of both. */
export function addressClass(address: string): AddressClass {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(address) === 0 || FORBIDDEN.check(address, family)) return 'forbidden';
  if (LOOPBACK.check(address, family)) return 'private';
  const inner = family === 'ipv6' ? innerAddress(address) : undefined;
  const carried = inner === undefined ? 'public' : addressClass(inner);
  return carried === 'public' && PRIVATE.check(address, family) ? 'private' : carried;
}

function innerAddress(address: string): string | undefined {
  if (CARRIERS.check(address, 'ipv6')) return dotted(groupsOf(address).slice(6));
  return SIX_TO_FOUR.check(address, 'ipv6') ? dotted(groupsOf(address).slice(1, 3)) : undefined;
}

/** The eight groups of an IPv6 address. `URL` writes every spelling in hexadecimal. */
function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [numbers(before), numbers(after ?? '')];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

function blockList(...subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}

/** Names under which clouds hand out a machine's own credentials, whatever they resolve to. */
const METADATA_NAMES = ['metadata', 'metadata.goog', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal'];

/** True for hosts that are never called. `URL` has already written numbers of any base as dotted ones. */
export function isForbiddenHost(url: URL): boolean {
  const host = bareHost(url);
  if (isIP(host) !== 0) return addressClass(host) === 'forbidden';
  return METADATA_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** A URL's host without brackets and final dots. */
export function bareHost({ hostname }: URL): string {
  let host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  while (host.endsWith('.')) host = host.slice(0, -1);
  return host;
}
