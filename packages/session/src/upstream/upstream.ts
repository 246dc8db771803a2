import { ReadableStream } from 'node:stream/web';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { anthropic, type Dialect, gemini, openAiChat, openAiResponses } from '@tenfold/dialects';
import { type Traced, tracing } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import { SecretUnreadable } from '../secret-box.ts';
import { sleep } from '../sleep.ts';
import { asAnthropic, refusalsOfConverse } from './converse.ts';
import { type Endpoint, IncompleteProfile } from './endpoint.ts';
import { baseUrlOf, isVendorEndpoint, keyHolderOf, refuseOther } from './endpoint-address.ts';
import { type Failure, failureOf } from './failure.ts';
import { filledBody, underWay } from './files-apart.ts';
import { forgetKey } from './forget-key.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { InvalidRequest } from './invalid-request.ts';
import { KeyHeldBack } from './key-held-back.ts';
import { SECRET_OPTIONS } from './provider-keys.ts';

// The SDK, and OpenRouter's library with it, would print its warnings to the console.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Models that are remembered for each way of sending: one takes 100 KB with the schemas its library compiles for it. */
const MAX_MODELS = 100;
const made = new WeakMap<typeof fetch, BoundedMap<string, LanguageModelV4>>();

/** The model behind an endpoint, made once for all sessions that ask there; its provider's library is loaded now. */
export async function upstreamFor(endpoint: Endpoint, send: typeof fetch = guardedFetch()): Promise<LanguageModelV4> {
  const sender = endpoint.send ?? send;
  const models = made.get(sender) ?? new BoundedMap(MAX_MODELS);
  made.set(sender, models);
  const key = JSON.stringify(endpoint);
  const model = models.get(key) ?? (await modelBehind(endpoint, sender));
  models.set(key, model);
  return model;
}

/** Whatever the provider, requests pass the structural check and go to the endpoint's own host. */
async function modelBehind(endpoint: Endpoint, send: typeof fetch): Promise<LanguageModelV4> {
  const { provider, model, baseUrl, key, options = {}, heldBack } = endpoint;
  const baseURL = baseUrlOf(endpoint);
  if (endpoint.keyUnreadable !== undefined) throw new SecretUnreadable(endpoint.keyUnreadable);
  if (endpoint.damaged)
    throw new IncompleteProfile(provider, 'its options saved again, since what was stored of them cannot be read');
  if (heldBack !== undefined) throw new KeyHeldBack(heldBack, new URL(baseURL).origin);
  const secrets = [key, ...SECRET_OPTIONS.map((name) => options[name])].filter((secret) => secret !== undefined);
  const common = {
    fetch: checkedFetch(endpoint, forgetKey(send, secrets)),
    baseURL,
  };
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI({ ...common, apiKey: needKey(endpoint) }).responses(model);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ ...common, apiKey: needKey(endpoint) })(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle({ ...common, apiKey: needKey(endpoint) })(model);
    case 'azure': {
      const { apiVersion, useDeploymentBasedUrls } = options;
      const version = apiVersion === undefined ? {} : { apiVersion };
      const byDeployment = useDeploymentBasedUrls === 'true' ? { useDeploymentBasedUrls: true } : {};
      return (await import('@ai-sdk/azure'))
        .createAzure({ ...common, apiKey: needKey(endpoint), ...version, ...byDeployment })
        .chat(model);
    }
    case 'bedrock': {
      const { region = 'us-east-1', sessionToken } = options;
      // An empty key keeps the library from looking for one in the environment itself.
      const keys = signingKeys(endpoint);
      const access = keys === null ? { apiKey: needKey(endpoint) } : { apiKey: '', ...keys };
      return (await import('@ai-sdk/amazon-bedrock')).createAmazonBedrock({
        ...common,
        ...access,
        region,
        ...(sessionToken === undefined ? {} : { sessionToken }),
      })(model);
    }
    case 'vertex':
      return (await import('@ai-sdk/google-vertex')).createGoogleVertex({
        ...vertexAccess(endpoint),
        fetch: common.fetch,
        ...(baseUrl === undefined ? {} : { baseURL }),
      })(model);
    case 'openrouter':
      return (await import('@openrouter/ai-sdk-provider'))
        .createOpenRouter({ ...common, apiKey: needKey(endpoint) })
        .chat(model) as LanguageModelV4;
    case 'openai-compatible':
      return (await import('@ai-sdk/openai-compatible'))
        .createOpenAICompatible({
          ...common,
          ...(key === undefined ? {} : { apiKey: key }),
          name: 'openai-compatible',
          includeUsage: true,
        })
        .chatModel(model);
  }
}

/** What requests to Bedrock are signed with over their bodies, where it is asked without a key. */
export function signingKeys({ key, options = {} }: Endpoint) {
  const { accessKeyId, secretAccessKey } = options;
  if (key !== undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { accessKeyId, secretAccessKey };
}

/**
 * A `fetch` that lets nothing out its API would refuse, and only to who gets the endpoint's key, whatever address a provider's library
 * made. It tells who watches this process whom it asks, and for how long until an answer begins.
 */
function checkedFetch(endpoint: Endpoint, send: typeof fetch): typeof fetch {
  const { provider, model } = endpoint;
  const holder = keyHolderOf(endpoint);
  return (input, init) => {
    const traced: Traced = { name: 'upstream', attributes: { provider, model } };
    return tracing.tracePromise(async () => {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
      if (origin !== holder) refuseOther(endpoint, holder, origin);
      const { body } = init ?? {};
      if (typeof body === 'string') refuseInvalid(pathname, body);
      const pieces = typeof body === 'string' && underWay.size > 0 ? await filledBody(body) : null;
      const response = await send(input, pieces === null ? init : inPieces(init, pieces));
      traced.attributes.status = response.status;
      return response;
    }, traced);
  };
}

/** APIs by their paths; Bedrock's own and Google's have the model there. */
const PATHS: readonly (readonly [RegExp, Dialect])[] = [
  [/\/chat\/completions$/u, openAiChat],
  [/\/responses$/u, openAiResponses],
  [/\/messages$/u, anthropic],
  [/\/model\/([^/]+)\/converse(?:-stream)?$/u, anthropic],
  [/(?:\/models\/([^/:]+))?:(?:stream)?(?:generateContent|GenerateContent)$/u, gemini],
];

/** Refuses a body that the API it goes to would refuse for its shape. */
export function refuseInvalid(pathname: string, text: string): void {
  for (const [path, dialect] of PATHS) {
    const [found, model] = path.exec(pathname) ?? [];
    if (found === undefined) continue;
    const read: unknown = JSON.parse(text);
    // What is no object is refused by every validator.
    const body = typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {};
    const isConverse = model !== undefined && dialect === anthropic;
    const named = model === undefined ? body : { model, ...body };
    const refusals = isConverse
      ? [...dialect.validate(asAnthropic(body, decodeURIComponent(model))), ...refusalsOfConverse(body)]
      : dialect.validate(named);
    if (refusals.length > 0) throw new InvalidRequest(dialect.id, refusals);
    return;
  }
}

function inPieces(init: RequestInit | undefined, pieces: readonly Buffer[]): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('content-length', String(pieces.reduce((sum, { length }) => sum + length, 0)));
  return { ...init, headers, body: ReadableStream.from(pieces), duplex: 'half' } as RequestInit;
}

/** A key, a service account, or what this machine is signed in as where that may be used. */
function vertexAccess(endpoint: Endpoint): Parameters<typeof import('@ai-sdk/google-vertex').createGoogleVertex>[0] {
  const { key, options = {}, ambient = false } = endpoint;
  const { project, location, client_email, private_key } = options;
  const isAccount = client_email !== undefined && private_key !== undefined;
  if (key === undefined && !isAccount && !ambient && isVendorEndpoint(endpoint))
    throw new IncompleteProfile('Vertex', "a key or a service account of its own, since the server's login is its operator's");
  if (key !== undefined || !(isAccount || ambient)) return { apiKey: needKey(endpoint) };
  if (project === undefined || location === undefined)
    throw new IncompleteProfile('Vertex', 'a key, or a project and a location');
  const account = isAccount ? { googleAuthOptions: { credentials: { client_email, private_key } } } : {};
  return { apiKey: '', project, location, ...account };
}

function needKey({ provider, key, baseUrl }: Endpoint): string {
  if (key !== undefined) return key;
  // A server of one's own behind another base URL may want none; providers' libraries insist on some text.
  if (baseUrl !== undefined) return 'none';
  throw new IncompleteProfile(provider, 'a key');
}

/** How often and how patiently a call is tried. */
export interface RetryTerms {
  /** Tries in all. */
  readonly tries: number;
  /** First pause; each later one is twice as long. */
  readonly pauseMs: number;
  /** No pause is longer; a provider that asks for more is not waited for. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
  /** False when something has already come of it, so that a second try would repeat it. */
  mayRepeat?(): boolean;
}

/** A call that failed for good. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;
  readonly tries: number;
  constructor(failure: Failure, tries: number, cause: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
    this.tries = tries;
  }
}

/**
 * Calls until it works. Only passing trouble is tried again; a provider's `retry-after` is a minimum; a refusal (bad request,
 * key, money) and an overflow are final at once.
 */
export async function withRetries<T>(call: () => Promise<T>, terms: RetryTerms): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const failure = failureOf(error);
      const pause = pauseAfter(failure, attempt, terms);
      if (pause === null || terms.signal.aborted) throw new CallFailed(failure, attempt, error);
      await sleep(pause, terms.signal);
      if (terms.signal.aborted) throw new CallFailed(failure, attempt, error);
    }
  }
}

function pauseAfter(failure: Failure, attempt: number, { tries, pauseMs, longestMs, mayRepeat }: RetryTerms): number | null {
  if (failure.kind !== 'transient' || attempt >= tries || mayRepeat?.() === false) return null;
  // Jitter, so that many sessions do not come back at the same moment.
  const own = pauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  const pause = Math.max(own, failure.retryAfter ?? 0);
  return pause > longestMs ? null : pause;
}
