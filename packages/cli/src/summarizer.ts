import { type AnsweredText, type FlatAsk, modelFor, type PricedProfile } from '@tenfold/core';
import { listedModel } from '@tenfold/session/prices';
import { withServer } from './with-server.ts';

/** Who writes summaries. */
export interface Summarizer {
  /** Null when its price is not known. */
  readonly priced: PricedProfile | null;
  answer(ask: FlatAsk): Promise<AnsweredText>;
}

/** How long an ask may take, tries again included. */
const DEADLINE_MS = 60_000;

/** The summarizer at an OpenAI-compatible address, its key in OPENAI_API_KEY; the embedded one, which asks no model, when the word is `none`. */
export function summarizerOf(given: string, model: string): Summarizer | undefined {
  if (given === 'none') return undefined;
  const { host } = new URL(given);
  const isOpenAi = host === 'api.openai.com';
  const key = process.env.OPENAI_API_KEY || undefined;
  const endpoint = {
    provider: isOpenAi ? ('openai' as const) : ('openai-compatible' as const),
    model,
    baseUrl: given.replace(/\/(?:chat\/completions\/?)?$/, ''),
    ...(key === undefined ? {} : { key }),
  };
  return {
    // The list's prices are OpenAI's own.
    priced: isOpenAi ? pricedModel(`openai:${model}`) : null,
    answer: (ask) =>
      withServer(async ({ askEndpoint }) => {
        const asked = await askEndpoint(ask, endpoint, { signal: AbortSignal.timeout(DEADLINE_MS) }).catch((error) => {
          const isKeyMissing = key === undefined && error?.failure?.status === 401;
          throw isKeyMissing ? new Error(`${error.message} Set OPENAI_API_KEY.`, { cause: error }) : error;
        });
        if (asked.text.trim() === '') throw new Error(`${host} answered without a text`);
        return { text: asked.text, by: asked.model, ...(asked.billed === null ? {} : { usage: asked.billed }) };
      }),
  };
}

/** A model with the list prices of its provider; null when the list has none. */
export function pricedModel(asked: string): PricedProfile | null {
  const { id, provider, model, window, maxOutput } = modelFor(asked);
  const listed = listedModel(provider, model);
  if (listed === undefined) return null;
  const { price, name } = listed;
  const supportsPromptCache = price.cacheRead !== undefined && price.cacheRead < price.input;
  return { id, name, provider: provider || listed.provider, model, price, window, maxOutput, supportsPromptCache };
}
