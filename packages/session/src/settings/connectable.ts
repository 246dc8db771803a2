import type { Connectable, ListedModels } from '@tenfold/contract';
import { listedModel } from '../price-list.ts';
import type { Endpoint, Provider } from '../upstream/endpoint.ts';
import { baseUrlOf, onlyToHolder } from '../upstream/endpoint-address.ts';
import { failureOf } from '../upstream/failure.ts';
import { environmentDestination, environmentKey, keyVariables } from '../upstream/provider-keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Destination = Omit<Endpoint, 'model'>;

const LISTING: readonly Provider[] = ['openai', 'anthropic', 'google', 'openrouter'];

/** Servers of models people run on their own machine, where they listen unless told otherwise. */
const LOCAL = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
] as const;

/** A provider that does not say within this time is not waited for. */
const TIMEOUT_MS = 4_000;
const LOCAL_TIMEOUT_MS = 700;

/** What can be connected at once: providers whose key is in the environment, and servers that answer on this machine. */
export async function connectable(environment: Environment, send: typeof fetch): Promise<readonly Connectable[]> {
  const keyed = LISTING.flatMap((provider) => {
    const key = environmentKey(provider, environment);
    if (key === undefined) return [];
    const { baseUrl } = environmentDestination(provider, environment);
    return [{ provider, key, ...(baseUrl === undefined ? {} : { baseUrl }) }];
  });
  const found = await Promise.all([
    ...keyed.map(async (place): Promise<Connectable> => {
      const { models } = await listModels(place, send, TIMEOUT_MS);
      const keyIn = keyVariables(place.provider).find((name) => environment[name]) ?? null;
      return { provider: place.provider, name: NAMES[place.provider] ?? place.provider, baseUrl: null, keyIn, models };
    }),
    ...LOCAL.map(async ({ name, baseUrl }): Promise<Connectable> => {
      const { models } = await listModels({ provider: 'openai-compatible', baseUrl }, send, LOCAL_TIMEOUT_MS);
      return { provider: 'openai-compatible', name, baseUrl, keyIn: null, models };
    }),
  ]);
  return found.filter(({ keyIn, models }) => keyIn !== null || models.length > 0);
}

const NAMES: Readonly<Partial<Record<Provider, string>>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  openrouter: 'OpenRouter',
};

/** The models a provider offers for talking, those whose price is known first; why there are none where it does not say. */
export async function listModels(place: Destination, send: typeof fetch, timeout = TIMEOUT_MS): Promise<ListedModels> {
  try {
    const endpoint = { ...place, model: '' };
    const response = await onlyToHolder(endpoint, send)(`${baseUrlOf(endpoint)}/models`, {
      headers: headersFor(place),
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) return { models: [], problem: REFUSED[response.status] ?? `The provider answered ${response.status}.` };
    const models = namesIn(await response.json()).filter((name) => !OTHER_WORK.test(name));
    const known = (name: string) => Number(listedModel(place.provider, name) !== undefined);
    return { models: models.toSorted((a, b) => known(b) - known(a)), problem: null };
  } catch (error) {
    return { models: [], problem: failureOf(error).message };
  }
}

const REFUSED: Readonly<Record<number, string>> = {
  401: 'The provider refused the key.',
  403: 'The key may not list models.',
  404: 'Nothing lists models at this address; it often ends in /v1.',
};

/** Models that do something else than talk. */
const OTHER_WORK = /embed|whisper|tts|dall-e|moderation|audio|image|realtime|transcribe|rerank|sora|veo|imagen/i;

function headersFor({ provider, key }: Destination): Record<string, string> {
  if (key === undefined) return {};
  if (provider === 'google') return { 'x-goog-api-key': key };
  if (provider === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return { authorization: `Bearer ${key}` };
}

/** The names in a list of models, in any form a provider gives it. */
function namesIn(body: unknown): readonly string[] {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const list = Array.isArray(data) ? data : Array.isArray(models) ? models : [];
  return list.flatMap((one: { id?: unknown; name?: unknown } | null) => {
    const name = one?.id ?? one?.name;
    return typeof name === 'string' ? [name.replace(/^models\//, '')] : [];
  });
}
