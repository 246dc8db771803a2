import { calcPrice } from '@pydantic/genai-prices';
import type { Price } from '@tenfold/core';
import { BoundedMap } from './bounded-map.ts';

/** What the bundled price list knows of a model. */
export interface ListedModel {
  readonly price: Price;
  readonly window?: number;
  /** The list's own names of the model and of who offers it. */
  readonly name: string;
  readonly provider: string;
}

const LIST_IDS: Readonly<Record<string, string>> = { bedrock: 'aws', vertex: 'google' };
/** Prices have tiers that begin at long requests; a short one shows the base price. */
const SHORT = 1_000;
const PER_MILLION = 1_000_000 / SHORT;

/** Models that were looked up: the list is searched from end to end. */
const looked = new BoundedMap<string, { readonly found: ListedModel | undefined }>(1_000);

/** A model's prices and window as the list has them; undefined where it does not know the model. No provider: whoever's it is. */
export function listedModel(provider: string, model: string): ListedModel | undefined {
  const key = `${provider}:${model}`;
  const known = looked.get(key);
  if (known !== undefined) return known.found;
  const found = lookUp(provider, model);
  looked.set(key, { found });
  return found;
}

function lookUp(provider: string, model: string): ListedModel | undefined {
  const input = tryPrice(provider, model, { input_tokens: SHORT });
  const output = tryPrice(provider, model, { output_tokens: SHORT });
  if (input === null || output === null) return undefined;
  const read = tryPrice(provider, model, { input_tokens: SHORT, cache_read_tokens: SHORT });
  const write = tryPrice(provider, model, { input_tokens: SHORT, cache_write_tokens: SHORT });
  const { context_window: window, name, id } = input.model;
  const price: Price = {
    input: input.total_price * PER_MILLION,
    output: output.total_price * PER_MILLION,
    ...(read === null ? {} : { cacheRead: read.total_price * PER_MILLION }),
    ...(write === null ? {} : { cacheWrite: write.total_price * PER_MILLION }),
  };
  return { price, name: name ?? id, provider: input.provider.id, ...(window === undefined ? {} : { window }) };
}

function tryPrice(provider: string, model: string, usage: Parameters<typeof calcPrice>[0]) {
  try {
    return calcPrice(usage, model, provider === '' ? {} : { providerId: LIST_IDS[provider] ?? provider });
  } catch {
    return null;
  }
}
