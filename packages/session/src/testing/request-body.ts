import type { Frame, Message } from '@tenfold/core';
import { streamText } from 'ai';
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
  'openai-compatible': ['llama3', {}],
};

/** Sent; the answer is of no interest here. */
class Sent extends Error {}

/** The body of the request that would be made, once it has passed the check every request passes; the error where it did not. */
export async function requestBody(
  provider: Provider,
  messages: readonly Message[],
  given: Frame = {},
  summaryRole: 'system' | 'user' = 'system',
): Promise<unknown> {
  const [model, options] = MODELS[provider];
  let body: string | undefined;
  const send: typeof fetch = async (_, init) => {
    body = String(init?.body);
    throw new Sent();
  };
  const baseUrl = provider === 'openai-compatible' || provider === 'vertex' ? { baseUrl: 'http://127.0.0.1:9/v1' } : {};
  const { prompt } = promptFor(messages, given, { provider, summaryRole, cache: true });
  let refused: unknown;
  const sent = streamText({
    model: await upstreamFor({ provider, model, key: 'k', options, ...baseUrl }, send),
    ...prompt,
    maxRetries: 0,
    onError: ({ error }) => {
      refused = error;
    },
  });
  await sent.consumeStream({ onError: () => {} });
  return body ?? refused;
}
