import { type AnsweredText, type FlatAsk, promptOf, type Usage } from '@tenfold/core';
import { type RetryTerms, retryAfter, TryFailed, withRetries } from './retry.ts';

/** An endpoint that speaks OpenAI's chat completions. */
export interface ChatEndpoint {
  readonly url: URL;
  readonly model: string;
  readonly key?: string;
}

/** Sixty seconds an ask, four tries. */
export const usualTerms: RetryTerms = {
  deadlineMs: 60_000,
  tries: 4,
  wait: (ms) => new Promise((done) => void setTimeout(done, ms)),
  now: () => Date.now(),
};

/** The address of chat completions under a base URL; the address itself when it is given in full. */
export function completionsUrl(given: string): URL {
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('not http or https');
  if (!url.pathname.endsWith('/chat/completions')) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  return url;
}

/** Answers an ask with one call of a model, tried again where that can help. Throws the reason when it cannot be had. */
export async function askEndpoint(endpoint: ChatEndpoint, ask: FlatAsk, terms: RetryTerms = usualTerms): Promise<AnsweredText> {
  return withRetries(async (signal) => {
    const response = await send(endpoint, ask, signal, terms);
    const text = await response.text().catch((error) => failTry(endpoint, error, terms));
    if (!response.ok) throw refusalOf(endpoint, response, text, terms);
    return answerIn(text, endpoint);
  }, terms);
}

async function send({ url, model, key }: ChatEndpoint, ask: FlatAsk, signal: AbortSignal, terms: RetryTerms): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
  const prompt = [{ role: 'user', content: promptOf(ask) }];
  // Models that think before they answer take no temperature, and a limit would end them while they think.
  const limits = /^(o\d|gpt-[5-9])/.test(model) ? {} : { temperature: 0.3, max_tokens: ask.maxTokens };
  try {
    const body = JSON.stringify({ model, messages: prompt, ...limits });
    // A redirect could lead the key and the conversation to another host.
    return await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
  } catch (error) {
    return failTry({ url, model }, error, terms);
  }
}

/** The connection failed or took too long. */
function failTry({ url }: ChatEndpoint, error: unknown, { deadlineMs }: RetryTerms): never {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') throw new TryFailed(`${url.host} did not answer within ${Math.round(deadlineMs / 1000)} seconds`);
  const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
  throw new TryFailed(`${url.host} could not be reached: ${reason}`, { again: true });
}

function refusalOf({ url, key }: ChatEndpoint, { status, headers }: Response, text: string, terms: RetryTerms): TryFailed {
  const { message, code } = errorIn(text);
  const hint = status === 401 && key === undefined ? '; set OPENAI_API_KEY' : '';
  const again = (status === 408 || status === 409 || status === 429 || status >= 500) && code !== 'insufficient_quota';
  return new TryFailed(`${url.host} answered ${status}${message === '' ? '' : `: ${message}`}${hint}`, {
    again,
    waitMs: retryAfter(headers, terms.now()),
  });
}

const LONGEST_REASON = 200;

function errorIn(text: string): { message: string; code?: unknown } {
  const error = parseCompletion(text)?.error as { message?: unknown; code?: unknown } | string | undefined;
  const message = typeof error === 'string' ? error : error?.message;
  const words = typeof message === 'string' ? message : text.replace(/<[^<>]*>/g, ' ');
  const line = words.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON).toWellFormed();
  return { message: line, ...(typeof error === 'object' ? { code: error?.code } : {}) };
}

interface Completion {
  readonly model?: string;
  readonly error?: unknown;
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
  } | null;
}

function answerIn(body: string, { url, model }: ChatEndpoint): AnsweredText {
  const completion = parseCompletion(body);
  if (completion === undefined) throw new TryFailed(`${url.host} answered something that is not JSON`);
  const text = contentText(completion.choices?.[0]?.message?.content).trim();
  if (text === '') throw new TryFailed(`${url.host} answered without a text`);
  const usage = usageIn(completion);
  return { text, by: typeof completion.model === 'string' ? completion.model : model, ...(usage ? { usage } : {}) };
}

function parseCompletion(text: string): Completion | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Some servers answer with a list of parts instead of a string. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('');
}

function usageIn({ usage }: Completion): Usage | undefined {
  if (typeof usage?.prompt_tokens !== 'number' || typeof usage.completion_tokens !== 'number') return undefined;
  const cacheRead = usage.prompt_tokens_details?.cached_tokens;
  return {
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    ...(typeof cacheRead === 'number' && cacheRead > 0 ? { cacheRead } : {}),
  };
}
