import { overflowIn } from '@tenfold/dialects';
import { APICallError, InvalidResponseDataError, JSONParseError, LoadAPIKeyError, TypeValidationError } from 'ai';
import { SecretUnreadable } from '../secret-box.ts';
import { AddressRefused, RedirectRefused, ShutOut } from './address-refused.ts';
import { AnswerEndless } from './answer-endless.ts';
import { IncompleteProfile } from './endpoint.ts';
import { InvalidRequest } from './invalid-request.ts';
import { KeyHeldBack } from './key-held-back.ts';
import { ModelSilent } from './model-silent.ts';

/**
 * What went wrong with a call. `transient` may be tried again; `refused` (bad request, no key, no money) must not;
 * `overflow` says the request was too long; `endless` that the answer was; `silent` that nothing was heard; `stopped` was our own doing.
 */
export type FailureKind = 'transient' | 'refused' | 'overflow' | 'stopped' | 'invalid' | 'silent' | 'endless';

/** A failed call in words and facts. Bodies of errors are not in it, keys never are. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly status?: number;
  /** Milliseconds the provider asks to wait at least. */
  readonly retryAfter?: number;
  /** Tokens the provider counted, where an overflow names them. */
  readonly tokens?: number;
}

/** Answers that another try would not change. A 429 for money spent is one too. */
const FINAL = new Set([400, 401, 402, 403, 404, 405, 413, 422]);

/** What keeps a request from being sent, or its answer from being followed: another try would not change it. */
const REFUSALS = [IncompleteProfile, SecretUnreadable, KeyHeldBack, AddressRefused, RedirectRefused, ShutOut];

/** Reads any error of a call. */
export function failureOf(error: unknown): Failure {
  const cause = rootOf(error);
  if (cause instanceof InvalidRequest) return { kind: 'invalid', message: cause.message };
  if (REFUSALS.some((refusal) => cause instanceof refusal)) return { kind: 'refused', message: (cause as Error).message };
  if (LoadAPIKeyError.isInstance(cause))
    return { kind: 'refused', message: 'The profile has no key. Add one, or set it in the environment.' };
  if (cause instanceof AnswerEndless) return { kind: 'endless', message: cause.message };
  if (cause instanceof ModelSilent) return { kind: 'silent', message: cause.message };
  if (isAbort(cause)) return { kind: 'stopped', message: 'The call was stopped.' };
  const text = wordsOf(cause);
  const overflow = overflowIn(text);
  if (overflow !== null)
    return { kind: 'overflow', message: 'The model says that the request is too long.', ...overflow, ...statusIn(cause) };
  if (APICallError.isInstance(cause)) return apiFailure(cause, text);
  return { kind: 'transient', message: oddAnswer(cause) ?? (DROPPED.test(text) ? undefined : saidIn(text)) ?? BROKEN };
}

/** How the runtime and the SDK call a connection that ended too soon. */
const DROPPED = /terminated|socket|other side closed|ECONNRESET|EPIPE|premature|no output generated|fetch failed/i;

function apiFailure(error: APICallError, text: string): Failure {
  const status = error.statusCode;
  const said = saidIn(text);
  // Nobody answered, so the words are the SDK's own.
  if (status === undefined) return { kind: 'transient', message: unreachable(error) ?? BROKEN };
  if (status === 200) return { kind: 'transient', message: isPage(error) ? noApi(error) : garbled(error) };
  const isSpent = status === 429 && /spend[_ ]limit|insufficient_quota|billing|credit/i.test(text);
  const kind = FINAL.has(status) || isSpent ? 'refused' : 'transient';
  const after = retryAfterOf(error.responseHeaders ?? {});
  const message = `${STATUS_WORDS[status] ?? `The model's API answered ${status}.`}${said === undefined ? '' : ` It says: ${said}`}`;
  return { kind, message, status, ...(after === undefined ? {} : { retryAfter: after }) };
}

const BROKEN = 'The connection to the model broke.';

/** The stream of an answer ended, and the answer had not. */
export const ANSWER_CUT = 'The answer was cut off before its end.';

const MISUNDERSTOOD =
  "What the model's API sent cannot be understood. If that happens again, check that the profile's provider and address belong together.";

/** An answer that is none: in the provider's words where it has some. */
function garbled({ responseBody = '', cause }: APICallError): string {
  if (cause instanceof Error && DROPPED.test(cause.message)) return BROKEN;
  const body = responseBody.slice(0, MAX_WORDS);
  return (SAID.test(body) ? saidIn(body) : undefined) ?? MISUNDERSTOOD;
}

/** What is wrong with the events of an answer, where the SDK tells of it in the words of its own code. */
function oddAnswer(error: unknown): string | undefined {
  if (TypeValidationError.isInstance(error)) {
    const said = errorIn(error.value);
    return said === undefined ? MISUNDERSTOOD : `The model's API ended the answer with an error. It says: ${said}`;
  }
  if (InvalidResponseDataError.isInstance(error)) return /finish reason/.test(error.message) ? ANSWER_CUT : MISUNDERSTOOD;
  const isOdd =
    JSONParseError.isInstance(error) || (error instanceof Error && error.message.startsWith('Expected a normalized '));
  return isOdd ? MISUNDERSTOOD : undefined;
}

/** What an event says went wrong, in any form that proxies and servers of models give it. */
function errorIn(event: unknown): string | undefined {
  const { error, message, detail } = (event ?? {}) as { error?: unknown; message?: unknown; detail?: unknown };
  const inner = (error as { message?: unknown } | null | undefined)?.message;
  const said = [inner, error, message, detail].find((words) => typeof words === 'string');
  return typeof said === 'string' ? saidIn(said.slice(0, MAX_WORDS)) : undefined;
}

/** Why no connection came about, and what to look at; nothing where the reason is another. */
function unreachable(error: APICallError): string | undefined {
  const { code, message = '' } = (error.cause ?? {}) as { code?: string; message?: string };
  const { host, hostname } = addressIn(error.url);
  if (code === 'ECONNREFUSED') return `Nothing answers at ${host}. Start the server there, or correct the address.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `No machine named ${hostname} can be found. Check the address, and the network.`;
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `${host} cannot be reached. Check the address, and the network.`;
  if (code?.startsWith('HPE_')) return `What answers at ${host} does not speak HTTP as it should. Check the address.`;
  return /certificate|self.signed/i.test(message) || code?.startsWith('ERR_TLS')
    ? `The certificate of ${host} cannot be trusted (${message}).`
    : undefined;
}

/** Somebody answered, with a page for people. */
function isPage({ responseHeaders, responseBody = '' }: APICallError): boolean {
  return responseHeaders?.['content-type']?.includes('html') === true || /^\s*<(!doctype|html)/i.test(responseBody);
}

function noApi({ url }: APICallError): string {
  return `What answers at ${addressIn(url).host} is a page, no model's API. Correct the address: it often ends in /v1.`;
}

function addressIn(url: string): { readonly host: string; readonly hostname: string } {
  return URL.canParse(url) ? new URL(url) : { host: 'its address', hostname: 'in its address' };
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "The model's API refused the request.",
  401: "The model's API refused the key.",
  402: 'The account has no credit left.',
  403: "The model's API forbids this.",
  404: 'There is no such model or address.',
  429: 'The model is busy: too many requests.',
  529: 'The model is overloaded.',
};

/** Milliseconds of a `retry-after` header, in seconds or as a date, or of its finer cousin. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number = Date.now()): number | undefined {
  const fine = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(fine)) return Math.max(0, fine);
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const seconds = Number(said);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(said);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The SDK wraps what happened: retries and streams put it into `lastError` or `cause`. */
function rootOf(error: unknown): unknown {
  const wrapped = error as { lastError?: unknown; cause?: unknown; name?: string } | null;
  if (wrapped?.lastError !== undefined) return rootOf(wrapped.lastError);
  if (wrapped?.cause instanceof InvalidRequest || wrapped?.cause instanceof AnswerEndless) return wrapped.cause;
  return error;
}

function isAbort(error: unknown): boolean {
  const name = (error as { name?: string } | null)?.name;
  return name === 'AbortError' || name === 'TimeoutError' || name === 'ResponseAborted';
}

function statusIn(error: unknown): { status?: number } {
  return APICallError.isInstance(error) && error.statusCode !== undefined ? { status: error.statusCode } : {};
}

/** All words an error carries, for recognising it; not for showing. */
function wordsOf(error: unknown): string {
  return allWordsOf(error).slice(0, MAX_WORDS);
}

/** An error is known by its first words; what a provider adds without end is not looked through. */
const MAX_WORDS = 16_384;

function allWordsOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (APICallError.isInstance(error)) return `${error.message}\n${error.responseBody ?? ''}`;
  if (error instanceof Error) return error.message;
  try {
    return JSON.stringify(error) ?? '';
  } catch {
    return '';
  }
}

const SAID = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/** The provider's own sentence, if there is one that can be shown: short, no page of HTML, nothing that looks like a key. */
function saidIn(text: string): string | undefined {
  const message = SAID.exec(text)?.[1] ?? (text.includes('<') ? '' : (text.split('\n')[0] ?? ''));
  const plain = message
    .replace(/\\n/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/\b(?:sk|pk|key|AIza|gsk|xai)[-_A-Za-z0-9*]{8,}/g, '[key]')
    .trim();
  return plain === '' ? undefined : plain.slice(0, 300);
}
