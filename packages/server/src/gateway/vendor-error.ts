import type { JsonObject } from '@tenfold/core';
import type { Vendor } from './gateway-route.ts';

/** A refusal in a vendor's own form, so that its clients know what to do. */
export interface VendorError {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What each vendor calls a status. */
const NAMES: Readonly<Record<Vendor, Readonly<Record<number, string>>>> = {
  anthropic: {
    401: 'authentication_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
  },
  openai: { 401: 'authentication_error', 403: 'permission_error', 429: 'insufficient_quota' },
  gemini: { 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND', 429: 'RESOURCE_EXHAUSTED' },
};

/** Statuses without a name of their own. */
const OTHERS: Readonly<Record<Vendor, readonly [refused: string, failed: string]>> = {
  anthropic: ['invalid_request_error', 'api_error'],
  openai: ['invalid_request_error', 'server_error'],
  gemini: ['INVALID_ARGUMENT', 'UNAVAILABLE'],
};

/** What went wrong here, in the form of a vendor's errors. */
export function vendorError(vendor: Vendor, status: number, message: string, headers: VendorError['headers'] = {}): VendorError {
  const type = NAMES[vendor][status] ?? OTHERS[vendor][status < 500 ? 0 : 1];
  // A rate that time mends has another name there than money that is spent.
  const isRate = status === 429 && 'retry-after' in headers;
  const bodies: Readonly<Record<Vendor, JsonObject>> = {
    anthropic: { type: 'error', error: { type, message } },
    openai: {
      error: isRate
        ? { message, type: 'requests', param: null, code: 'rate_limit_exceeded' }
        : { message, type, param: null, code: status === 429 ? type : null },
    },
    gemini: { error: { code: status, message, status: type } },
  };
  return { status, body: bodies[vendor], headers };
}

/** A request that does not fit, in the words that clients recover by. */
export function overflowError(vendor: Vendor, { tokens, room }: { tokens: number; room: number }): VendorError {
  if (vendor === 'anthropic') return vendorError(vendor, 400, `prompt is too long: ${tokens} tokens > ${room} maximum`);
  if (vendor === 'gemini')
    return vendorError(vendor, 400, `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${room}).`);
  const message = `This model's maximum context length is ${room} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
  return {
    status: 400,
    body: { error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' } },
  };
}

/** The same as an event of a stream that has begun. */
export function errorEvent(vendor: Vendor, { body }: VendorError): string {
  return `${vendor === 'anthropic' ? 'event: error\n' : ''}data: ${JSON.stringify(body)}\n\n`;
}

/** What keeps a silent stream alive, in its own form. */
export function pingEvent(vendor: Vendor): string {
  return vendor === 'anthropic' ? 'event: ping\ndata: {"type": "ping"}\n\n' : ': ping\n\n';
}
