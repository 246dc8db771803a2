import querystring from 'node:querystring';
import type { Chains } from '@tenfold/session';
import type { Upstream } from './forward.ts';
import { VENDOR_URLS } from './gateway-options.ts';
import type { Vendor } from './gateway-route.ts';
import { type RawHeaders, withoutHeaders } from './raw-headers.ts';

/** What a request is sent on with. */
interface SignedRequest {
  readonly rawHeaders: RawHeaders;
  readonly url: string;
}

/** A profile's key cannot be used for a request. */
export class NoCredential extends Error {
  override readonly name = 'NoCredential';
}

const VENDORS: ReadonlyMap<string, Vendor> = new Map([
  ['anthropic', 'anthropic'],
  ['openai', 'openai'],
  ['openai-compatible', 'openai'],
  ['google', 'gemini'],
]);

const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];
/** The same in an address, as Google's APIs take them. */
const KEY_FIELDS: ReadonlySet<string> = new Set(['key', 'access_token', 'oauth_token', 'api_key', 'api-key']);

/** A request with the key of a profile in place of what its client sent. Requests to other vendors stay as they are. @throws NoCredential */
export async function signWithProfile(
  chains: Pick<Chains, 'credential'>,
  profile: string,
  { vendor, to, rawHeaders, url }: SignedRequest & { readonly vendor: Vendor; readonly to: Upstream },
): Promise<SignedRequest> {
  const {
    provider,
    baseUrl = VENDOR_URLS[vendor],
    key,
    heldBack,
  } = await chains.credential(profile).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new NoCredential(`The profile ${profile} cannot be used: ${why} Nothing was sent.`);
  });
  if (VENDORS.get(provider) !== vendor) return { rawHeaders, url };
  if (heldBack !== undefined)
    throw new NoCredential(
      `The key of the profile ${profile} is for ${heldBack.holder}, and its address is another. Nothing was sent; see its settings.`,
    );
  if (key === undefined) throw new NoCredential(`The profile ${profile} has no key. Nothing was sent; add one in its settings.`);
  const { origin } = new URL(baseUrl);
  // A key is for the host it was given for, whatever a gateway is set to, and crosses no net in the clear that it was not given for.
  if (origin !== to.origin)
    throw new NoCredential(
      `The key of the profile ${profile} is for ${origin}, and requests go to ${to.origin}. Nothing was sent.`,
    );
  return { rawHeaders: [...withoutHeaders(rawHeaders, KEY_HEADERS), ...keyHeader(vendor, key)], url: withoutKey(url) };
}

function keyHeader(vendor: Vendor, key: string): readonly [name: string, value: string] {
  if (vendor === 'anthropic') return ['x-api-key', key];
  return vendor === 'gemini' ? ['x-goog-api-key', key] : ['authorization', `Bearer ${key}`];
}

function withoutKey(url: string): string {
  const [path = '', ...query] = url.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !KEY_FIELDS.has(querystring.unescape(pair.replace(/=.*$/s, '')).toLowerCase()));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
