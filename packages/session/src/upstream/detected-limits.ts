import type { DetectedLimits } from '@tenfold/store';
import type { Endpoint } from './endpoint.ts';
import { baseUrlOf, onlyToHolder } from './endpoint-address.ts';

/** A provider that does not say within this time is not waited for. */
const PATIENCE_MS = 4_000;

/** What the provider says of a model; undefined where it does not answer or has no such endpoint. */
export async function detectedLimits(endpoint: Endpoint, send: typeof fetch): Promise<DetectedLimits | undefined> {
  try {
    const request = requestFor(endpoint);
    if (request === undefined) return undefined;
    const { url, headers } = request;
    const response = await onlyToHolder(endpoint, endpoint.send ?? send)(url, {
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return response.ok ? limitsIn(await response.json(), endpoint.model) : undefined;
  } catch {
    return undefined;
  }
}

function requestFor(endpoint: Endpoint): { url: string; headers: Record<string, string> } | undefined {
  const { provider, model, key } = endpoint;
  const base = baseUrlOf(endpoint);
  const name = encodeURIComponent(model);
  switch (provider) {
    case 'google':
      return key === undefined ? undefined : { url: `${base}/models/${name}`, headers: { 'x-goog-api-key': key } };
    case 'anthropic':
      if (key === undefined) return undefined;
      return { url: `${base}/models/${name}`, headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' } };
    case 'openrouter':
      return { url: `${base}/models`, headers: {} };
    case 'openai-compatible':
      return { url: `${base}/models`, headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
    default:
      return undefined;
  }
}

type Said = Readonly<Record<string, unknown>>;

/** Every way in which a window is told that is known. */
function limitsIn(body: unknown, model: string): DetectedLimits | undefined {
  const said = ownEntry(body as Said, model);
  if (said === undefined) return undefined;
  const contextWindow = firstCount(
    said.context_length,
    said.max_model_len,
    said.context_window,
    said.inputTokenLimit,
    said.max_input_tokens,
  );
  const maxOutputTokens = firstCount(
    (said.top_provider as Said | undefined)?.max_completion_tokens,
    said.outputTokenLimit,
    said.max_tokens,
  );
  if (contextWindow === undefined) return undefined;
  return { contextWindow, ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }) };
}

function ownEntry(body: Said | null, model: string): Said | undefined {
  if (body === null || typeof body !== 'object') return undefined;
  if (!Array.isArray(body.data)) return body;
  return (body.data as readonly Said[]).find((entry) => entry?.id === model);
}

function firstCount(...candidates: readonly unknown[]): number | undefined {
  return candidates.find((value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0);
}
