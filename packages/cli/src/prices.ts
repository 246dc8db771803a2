import { calcPrice } from '@pydantic/genai-prices';
import { modelFor, type PricedProfile } from '@tenfold/core';

/** Tokens of a trial sum: few, so that the list's base price counts and not one of its higher steps. */
const TRIAL = 1_000;

/** Tokens of a model's window as the price list has them. */
export function listedWindow(model: string): number | undefined {
  const { model: name, provider } = modelFor(model);
  return calcPrice({ input_tokens: TRIAL }, name, provider === '' ? {} : { providerId: provider })?.model.context_window;
}

/** A model with the list prices of its provider, in dollars per million tokens; null when the list has none. */
export function pricedModel(model: string): PricedProfile | null {
  const known = modelFor(model);
  const ask = (usage: Record<string, number>) =>
    calcPrice(usage, known.model, known.provider === '' ? {} : { providerId: known.provider });
  const input = ask({ input_tokens: TRIAL });
  if (input === null) return null;
  const perMillion = (usage: Record<string, number>) => ((ask(usage)?.total_price ?? 0) / TRIAL) * 1_000_000;
  const { prices } = input.model;
  const priced = (key: string) => !Array.isArray(prices) && prices[key] !== undefined;
  const cached = priced('cache_read_mtok');
  return {
    id: known.id,
    name: input.model.name ?? known.model,
    provider: input.provider.id,
    model: known.model,
    price: {
      input: perMillion({ input_tokens: TRIAL }),
      output: perMillion({ output_tokens: TRIAL }),
      ...(cached ? { cacheRead: perMillion({ input_tokens: TRIAL, cache_read_tokens: TRIAL }) } : {}),
      ...(priced('cache_write_mtok') ? { cacheWrite: perMillion({ input_tokens: TRIAL, cache_write_tokens: TRIAL }) } : {}),
    },
    window: known.window,
    maxOutput: known.maxOutput,
    supportsPromptCache: cached,
  };
}
