import { Provider } from '@tenfold/contract';
/** Who can be asked. `openai-compatible` is any server that speaks OpenAI chat: Ollama, LM Studio, vLLM. */
export const PROVIDERS = Provider.options;

export type { Provider };

/** The provider a profile names; one that is not known speaks OpenAI chat, as most do. */
export function providerOf(name: string): Provider {
  return (PROVIDERS as readonly string[]).includes(name) ? (name as Provider) : 'openai-compatible';
}

/** Where a profile's requests go. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl?: string;
  readonly key?: string;
  /** Why its key cannot be opened: it may be listed and mended, not called. */
  readonly keyUnreadable?: string;
  /** What was stored of its options cannot be read: the same. */
  readonly damaged?: true;
  /** AWS region, Google project and location, Azure API version: what one provider alone needs. */
  readonly options?: Readonly<Record<string, string>>;
  /** What this machine is signed in as may be used: by its operator at the vendor's hosts and those they named, and with what they share. */
  readonly ambient?: boolean;
  /** There is a key, and it belongs to another host. */
  readonly heldBack?: HeldBackKey;
  /** How it is called where that is not the way of who calls: an administrator shared it with its host. */
  readonly send?: typeof fetch;
}

/** Where a key is that is not sent, and who it is for. */
export interface HeldBackKey {
  readonly from: 'stored' | 'environment';
  readonly holder: string;
}

/** A profile lacks what its provider needs. */
export class IncompleteProfile extends Error {
  override readonly name = 'IncompleteProfile';
  readonly missing: string;
  constructor(provider: string, missing: string) {
    super(`A profile for ${provider} needs ${missing}. Nothing was sent; add it in the profile's settings.`);
    this.missing = missing;
  }
}
