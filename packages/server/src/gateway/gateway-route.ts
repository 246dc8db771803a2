import querystring from 'node:querystring';
import type { JsonObject } from '@tenfold/core';
import type { WireId } from '@tenfold/dialects';

/** Whose API a request is for. */
export type Vendor = 'anthropic' | 'openai' | 'gemini';

/** What a path asks for. */
export interface GatewayRoute {
  readonly vendor: Vendor;
  /** The format of a conversation that is answered; null for everything that only passes. */
  readonly wire: WireId | null;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What Gemini's API can be asked to do with a model, under a version that others have too. */
const GEMINI_CALL =
  /^\/v1\d*\/(?:models|tunedModels)\/[^/]+:(?:streamGenerateContent|generateContent|countTokens|embedContent|batchEmbedContents|batchGenerateContent|asyncBatchEmbedContent|predict|predictLongRunning)$/;

/** Where a request to the gateway goes; null for paths that are not a vendor's. */
export function routeOf(method: string, path: string, headers: Headers): GatewayRoute | null {
  const isPost = method === 'POST';
  // Other vendors' models have colons in their names too, and are asked for and deleted under the same path.
  if (/^\/v1(?:beta|alpha)/.test(path) || (isPost && GEMINI_CALL.test(path))) {
    const answers = isPost && /:(?:streamGenerateContent|generateContent)$/.test(path);
    return { vendor: 'gemini', wire: answers ? 'gemini' : null };
  }
  if (path !== '/v1' && !path.startsWith('/v1/')) return null;
  if (path === '/v1/messages' || path.startsWith('/v1/messages/'))
    return { vendor: 'anthropic', wire: isPost && path === '/v1/messages' ? 'anthropic' : null };
  if (path === '/v1/chat/completions') return { vendor: 'openai', wire: isPost ? 'openai-chat' : null };
  if (path === '/v1/responses') return { vendor: 'openai', wire: isPost ? 'openai-responses' : null };
  return { vendor: vendorBy(headers), wire: null };
}

/** Paths that vendors share are told apart by what only one of them wants. */
function vendorBy(headers: Headers): Vendor {
  if (headers['anthropic-version'] !== undefined || headers['x-api-key'] !== undefined) return 'anthropic';
  return headers['x-goog-api-key'] === undefined ? 'openai' : 'gemini';
}

/** Letters of a model's name that are read: it is listed and remembered, and may be as long as a body. */
const MOST_LETTERS = 500;

/** The model a request names, in its path or its body. */
export function modelOf(wire: WireId, path: string, body: JsonObject): string {
  // A name that is not well escaped is passed on as it came, so it is read without refusing it.
  const inPath = () => querystring.unescape(/\/(?:models|tunedModels)\/([^/:]+):/.exec(path)?.[1] ?? '');
  const name = wire === 'gemini' ? inPath() : typeof body.model === 'string' ? body.model : '';
  // A copy: a piece of it would keep all of it in memory.
  return name.length > MOST_LETTERS ? ` ${name.slice(0, MOST_LETTERS)}`.slice(1) : name;
}

/** Whether the answer comes as an event stream; Gemini streams a JSON list where none is asked for. */
export function isStreamed(wire: WireId, url: string, body: JsonObject): boolean {
  if (wire !== 'gemini') return body.stream === true;
  const [, path = '', query = ''] = /^([^?#]*)\?([^#]*)/.exec(url) ?? [];
  return path.endsWith(':streamGenerateContent') && new URLSearchParams(query).get('alt') === 'sse';
}
