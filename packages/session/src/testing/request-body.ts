import type { Frame, Message } from '@tenfold/core';
import { streamText } from 'ai';
import { convertToLanguageModelPrompt, prepareTools, standardizePrompt } from 'ai/internal';
import type { Provider } from '../upstream/endpoint.ts';
import { promptFor } from '../upstream/prompt.ts';
import { upstreamFor } from '../upstream/upstream.ts';

const MODELS: Readonly<Record<Provider, readonly [model: string, options: Readonly<Record<string, string>>]>> = {
  openai: ['gpt-5', {}],
  anthropic: ['claude-sonnet-4-6', {}],
  google: ['gemini-3-pro', {}],
  azure: ['gpt-4o', { resourceName: 'r' }],
  bedrock: ['anthropic.claude-sonnet-4-5-v1:0', { region: 'eu-north-1' }],
  vertex: ['gemini-2.5-pro', { project: 'p', location: 'l' }],
  openrouter: ['openai/gpt-4o', {}],
  'openai-compatible': ['devstral-small', {}],
};

/** What every turn tells the libraries. */
const providerOptions = { openai: { store: false } };

/** Sent; the answer is of no interest here. */
class Sent extends Error {}

let body: string | undefined;
const send: typeof fetch = async (_, init) => {
  body = String(init?.body);
  throw new Sent();
};
const models = new Map<Provider, ReturnType<typeof upstreamFor>>();

/** The model of a provider, made once. */
function modelOf(provider: Provider): ReturnType<typeof upstreamFor> {
  const made = models.get(provider);
  if (made !== undefined) return made;
  const [model, options] = MODELS[provider];
  const baseUrl = provider === 'openai-compatible' || provider === 'vertex' ? { baseUrl: 'http://127.0.0.1:9/v1' } : {};
  const upstream = upstreamFor({ provider, model, key: 'k', options, ...baseUrl }, send);
  models.set(provider, upstream);
  return upstream;
}

/**
 * The same without the machinery of a stream: prepared as the SDK prepares a prompt, and given to the provider's library. A million
 * requests are then a matter of minutes.
 */
export async function requestBodySoon(
  provider: Provider,
  messages: readonly Message[],
  given: Frame = {},
  summaryRole: 'system' | 'user' = 'system',
): Promise<unknown> {
  const { prompt } = promptFor(messages, given, { provider, model: MODELS[provider][0], summaryRole, cache: true });
  const model = await modelOf(provider);
  body = undefined;
  try {
    const { tools, ...said } = prompt;
    const sent = await convertToLanguageModelPrompt({
      prompt: await standardizePrompt(said),
      supportedUrls: await model.supportedUrls,
      download: undefined,
      provider: model.provider.split('.')[0] ?? '',
    });
    const known = await prepareTools({ tools });
    await model.doStream({ prompt: sent, ...(known && { tools: known }), providerOptions });
  } catch (error) {
    return body ?? error;
  }
  return body;
}

/** The body of the request that would be made, once it has passed the check every request passes; the error where it did not. */
export async function requestBody(
  provider: Provider,
  messages: readonly Message[],
  given: Frame = {},
  summaryRole: 'system' | 'user' = 'system',
): Promise<unknown> {
  body = undefined;
  const { prompt } = promptFor(messages, given, { provider, model: MODELS[provider][0], summaryRole, cache: true });
  let refused: unknown;
  const sent = streamText({
    model: await modelOf(provider),
    ...prompt,
    maxRetries: 0,
    providerOptions,
    onError: ({ error }) => {
      refused = error;
    },
  });
  await sent.consumeStream({ onError: () => {} });
  return body ?? refused;
}
