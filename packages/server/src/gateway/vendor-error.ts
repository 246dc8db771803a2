import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import type { GatewayRoute, Vendor } from './gateway-route.ts';

/** Whose form an error has: OpenAI's two APIs tell of it differently in a stream, and where a request does not fit. */
export type ErrorForm = Vendor | 'openai-responses';

/** The form of errors of a route. */
export function formOf({ vendor, wire }: GatewayRoute): ErrorForm {
  return wire === 'openai-responses' ? wire : vendor;
}

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
export function vendorError(form: ErrorForm, status: number, message: string, headers: VendorError['headers'] = {}): VendorError {
  const vendor = form === 'openai-responses' ? 'openai' : form;
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
export function overflowError(form: ErrorForm, { tokens, room }: { tokens: number; room: number }): VendorError {
  if (form === 'anthropic') return vendorError(form, 400, `prompt is too long: ${tokens} tokens > ${room} maximum`);
  if (form === 'gemini')
    return vendorError(form, 400, `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${room}).`);
  const [param, message] =
    form === 'openai'
      ? [
          'messages',
          `This model's maximum context length is ${room} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
        ]
      : ['input', 'Your input exceeds the context window of this model. Please adjust your input and try again.'];
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param, code: 'context_length_exceeded' } } };
}

/** The same as events of a stream that has begun. */
export function errorEvent(form: ErrorForm, error: VendorError): string {
  if (form === 'openai-responses') return failedResponse(error);
  return `${form === 'anthropic' ? 'event: error\n' : ''}data: ${JSON.stringify(error.body)}\n\n`;
}

/** Clients go by either of the two events that this API ends such a stream with. */
function failedResponse({ status, body }: VendorError): string {
  const told = (typeof body.error === 'object' ? body.error : null) as JsonObject | null;
  const { message = '', type = 'server_error', param = null } = told ?? {};
  const code = told?.code ?? (status === 429 ? 'rate_limit_exceeded' : status < 500 ? 'invalid_prompt' : 'server_error');
  const response = {
    id: `resp_${randomUUID()}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1_000),
    status: 'failed',
    error: { code, message },
    incomplete_details: null,
    output: [],
    usage: null,
  };
  return [
    { type: 'error', sequence_number: 0, error: { type, code, message, param } },
    { type: 'response.failed', sequence_number: 1, response },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

/** What keeps a silent stream alive, in its own form. */
export function pingEvent(vendor: Vendor): string {
  return vendor === 'anthropic' ? 'event: ping\ndata: {"type": "ping"}\n\n' : ': ping\n\n';
}
