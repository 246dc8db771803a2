import type { ChainOptions } from '@tenfold/session';
import type { Vendor } from './gateway-route.ts';
import type { Proxies } from './proxies.ts';

/** How the gateway runs. */
export interface GatewayOptions extends Omit<ChainOptions, 'summarizer'> {
  /** Where each vendor's requests go. */
  readonly upstreams: Readonly<Record<Vendor, string>>;
  /** Who answers asks: the embedded summarizer when not given, a profile, or the client's own model with its own credentials. */
  readonly summarizer?: `profile:${string}` | 'client';
  /** Whose key requests are sent on with, at the vendor it is for; their own credentials when not given. */
  readonly credentials?: `profile:${string}`;
  /** Proxies that upstreams are reached through; none when not given. */
  readonly proxies?: Proxies | null;
  /** What happens to requests while the record cannot be written; refused when not given. */
  readonly onStoreFailure?: 'closed' | 'pass';
}

/** The vendors' own addresses. */
export const VENDOR_URLS: Readonly<Record<Vendor, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  gemini: 'https://generativelanguage.googleapis.com',
};
