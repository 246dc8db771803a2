import type { AnsweredText, FlatAsk, PricedProfile } from '@tenfold/core';
import { pricedModel } from '../prices.ts';
import { atMost } from './at-most.ts';
import { askEndpoint, completionsUrl } from './chat-endpoint.ts';

/** Who writes summaries. */
export interface Summarizer {
  /** Host and model, for people. */
  readonly name: string;
  /** Null when its price is not known. */
  readonly priced: PricedProfile | null;
  answer(ask: FlatAsk): Promise<AnsweredText>;
}

/** Calls under way at once: enough to be quick, few enough not to trip a rate limit. */
const AT_ONCE = 4;

/** The summariser at an address, its key in OPENAI_API_KEY; the embedded one, which asks no model, when the word is `none`. */
export function summarizerOf(given: string, model: string): Summarizer | undefined {
  return given === 'none' ? undefined : summarizerAt(given, model, process.env.OPENAI_API_KEY);
}

/** A summariser behind an OpenAI-compatible address. Prices are the list's on OpenAI's own host, unknown elsewhere. */
function summarizerAt(given: string, model: string, key: string | undefined): Summarizer {
  const url = completionsUrl(given);
  const endpoint = { url, model, ...(key ? { key } : {}) };
  const answer = atMost(AT_ONCE, (ask: FlatAsk) => askEndpoint(endpoint, ask));
  const listed = url.hostname === 'api.openai.com' ? pricedModel(`openai:${model}`) : null;
  return { name: `${model} at ${url.host}`, priced: listed, answer };
}
