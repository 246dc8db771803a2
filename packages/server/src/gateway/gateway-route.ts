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

/** Where a request to the gateway goes; null for paths that are not a vendor's. */
export function routeOf(method: string, path: string, headers: Headers): GatewayRoute | null {
  if (/^\/v1(?:beta|alpha)?\d*\/models\/[^/]+:\w+$/.test(path) || /^\/v1(?:beta|alpha)/.test(path)) {
    const answers = method === 'POST' && /:(?:streamGenerateContent|generateContent)$/.test(path);
    return { vendor: 'gemini', wire: answers ? 'gemini' : null };
  }
  if (path !== '/v1' && !path.startsWith('/v1/')) return null;
  const isPost = method === 'POST';
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

/** The model a request names, in its path or its body. */
export function modelOf(wire: WireId, path: string, body: JsonObject): string {
  if (wire === 'gemini') return decodeURIComponent(/models\/([^/:]+):/.exec(path)?.[1] ?? '');
  return typeof body.model === 'string' ? body.model : '';
}

/** Whether the answer comes as an event stream. */
export function isStreamed(wire: WireId, path: string, body: JsonObject): boolean {
  return wire === 'gemini' ? path.endsWith(':streamGenerateContent') : body.stream === true;
}
