import type { JsonObject } from '@tenfold/core';
import type { Vendor } from './gateway-route.ts';

/** A refusal in a vendor's own form, so that its clients know what to do. */
export interface VendorError {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What went wrong here, in the form of a vendor's errors. */
export function vendorError(vendor: Vendor, status: number, message: string, headers?: VendorError['headers']): VendorError {
  const more = headers === undefined ? {} : { headers };
  if (vendor === 'anthropic')
    return {
      status,
      body: { type: 'error', error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message } },
      ...more,
    };
  if (vendor === 'gemini')
    return {
      status,
      body: { error: { code: status, message, status: status < 500 ? 'INVALID_ARGUMENT' : 'UNAVAILABLE' } },
      ...more,
    };
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { status, body: { error: { message, type, param: null, code: null } }, ...more };
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
