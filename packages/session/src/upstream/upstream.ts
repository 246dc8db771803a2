import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAzure } from '@ai-sdk/azure';
import { createGoogle } from '@ai-sdk/google';
import { createGoogleVertex } from '@ai-sdk/google-vertex';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { SecretUnreadable } from '../secret-box.ts';
import { checkedFetch } from './checked-fetch.ts';
import { forgetKey } from './forget-key.ts';

/** Who can be asked. `openai-compatible` is any server that speaks OpenAI chat: Ollama, LM Studio, vLLM. */
export const PROVIDERS = [
  'openai',
  'anthropic',
  'google',
  'azure',
  'bedrock',
  'vertex',
  'openrouter',
  'openai-compatible',
] as const;

/** One of the providers. */
export type Provider = (typeof PROVIDERS)[number];

/** Where a profile's requests go. */
export interface Endpoint {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl?: string;
  readonly key?: string;
  /** It has a key that cannot be opened: it may be listed and mended, not called. */
  readonly keyUnreadable?: true;
  /** AWS region, Google project and location, Azure API version: what one provider alone needs. */
  readonly options?: Readonly<Record<string, string>>;
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

/** The model behind an endpoint. Whatever the provider, requests pass the structural check before they leave. */
export function upstreamFor(endpoint: Endpoint, send: typeof fetch = fetch): LanguageModelV4 {
  const { provider, model, baseUrl, key, options = {} } = endpoint;
  if (endpoint.keyUnreadable) throw new SecretUnreadable();
  const common = { fetch: checkedFetch(forgetKey(send, key)), ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
  const apiKey = key === undefined ? {} : { apiKey: key };
  switch (provider) {
    case 'openai':
      return createOpenAI({ ...common, apiKey: needKey(endpoint) }).responses(model);
    case 'anthropic':
      return createAnthropic({ ...common, apiKey: needKey(endpoint) })(model);
    case 'google':
      return createGoogle({ ...common, apiKey: needKey(endpoint) })(model);
    case 'azure':
      if (baseUrl === undefined && options.resourceName === undefined)
        throw new IncompleteProfile('Azure', 'a base URL or a resource name');
      return createAzure({ ...common, apiKey: needKey(endpoint), ...options }).chat(model);
    case 'bedrock':
      return createAmazonBedrock({ ...common, ...apiKey, ...options })(model);
    case 'vertex':
      return createGoogleVertex({ ...common, ...apiKey, ...options })(model);
    case 'openrouter':
      return createOpenRouter({ ...common, apiKey: needKey(endpoint) }).chat(model) as LanguageModelV4;
    case 'openai-compatible':
      if (baseUrl === undefined) throw new IncompleteProfile('an OpenAI-compatible server', 'a base URL');
      return createOpenAICompatible({
        ...common,
        ...apiKey,
        baseURL: baseUrl,
        name: 'openai-compatible',
        includeUsage: true,
      }).chatModel(model);
  }
}

function needKey({ provider, key, baseUrl }: Endpoint): string {
  if (key !== undefined) return key;
  // A server of one's own behind another base URL may want none; providers' libraries insist on some text.
  if (baseUrl !== undefined) return 'none';
  throw new IncompleteProfile(provider, 'a key');
}
