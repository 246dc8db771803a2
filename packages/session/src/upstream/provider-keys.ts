import type { Provider } from './endpoint.ts';

const VARIABLES: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  azure: ['AZURE_API_KEY', 'AZURE_OPENAI_API_KEY'],
  bedrock: ['AWS_BEARER_TOKEN_BEDROCK'],
  vertex: ['GOOGLE_VERTEX_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  'openai-compatible': [],
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The key of a provider among given environment variables; undefined where none is set. */
export function environmentKey(provider: Provider, environment: Environment): string | undefined {
  return firstSet(environment, VARIABLES[provider]);
}

/** What the environment has to sign a provider's requests with: a key, or what Amazon signs with. */
export function environmentCredentials(
  provider: Provider,
  environment: Environment,
): { readonly key?: string; readonly options?: Readonly<Record<string, string>> } | undefined {
  const key = environmentKey(provider, environment);
  if (key !== undefined) return { key };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = environment;
  if (provider !== 'bedrock' || !accessKeyId || !secretAccessKey) return undefined;
  return { options: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } };
}

const BASE_URLS: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  openai: ['OPENAI_BASE_URL'],
  anthropic: ['ANTHROPIC_BASE_URL'],
  bedrock: ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'AWS_ENDPOINT_URL'],
};

const DESTINATIONS: Readonly<Partial<Record<Provider, Readonly<Record<string, string>>>>> = {
  azure: { resourceName: 'AZURE_RESOURCE_NAME' },
  bedrock: { region: 'AWS_REGION' },
  vertex: { project: 'GOOGLE_VERTEX_PROJECT', location: 'GOOGLE_VERTEX_LOCATION' },
};

/** Where the environment says that a provider's requests go; a profile's own word comes before. */
export function environmentDestination(
  provider: Provider,
  environment: Environment,
): { readonly baseUrl?: string; readonly options: Readonly<Record<string, string>> } {
  const baseUrl = firstSet(environment, BASE_URLS[provider] ?? []);
  const options = Object.entries(DESTINATIONS[provider] ?? {}).flatMap(([name, variable]) => {
    const value = firstSet(environment, [variable]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(baseUrl === undefined ? {} : { baseUrl }), options: Object.fromEntries(options) };
}

function firstSet(environment: Environment, names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '');
}

/** Names of the variables a provider's key is looked for in, for help texts. */
export function keyVariables(provider: Provider): readonly string[] {
  return VARIABLES[provider];
}

const OPTIONS: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  azure: ['resourceName', 'apiVersion', 'useDeploymentBasedUrls'],
  bedrock: ['region', 'accessKeyId', 'secretAccessKey', 'sessionToken'],
  vertex: ['project', 'location', 'client_email', 'private_key'],
};

/** Options that are sealed like a key: never shown, exported or logged. */
export const SECRET_OPTIONS: readonly string[] = ['secretAccessKey', 'sessionToken', 'private_key'];

type Options = Readonly<Record<string, string>>;

/** Options a provider has that can be shown. */
export function shownOptions(provider: string, options: Options): Options {
  return pickOptions(provider, options, (name) => !SECRET_OPTIONS.includes(name));
}

/** Options a provider has that must not be. */
export function secretOptions(provider: string, options: Options): Options {
  return pickOptions(provider, options, (name) => SECRET_OPTIONS.includes(name));
}

function pickOptions(provider: string, options: Options, which: (name: string) => boolean): Options {
  const known = OPTIONS[provider as Provider] ?? [];
  return Object.fromEntries(Object.entries(options).filter(([name]) => known.includes(name) && which(name)));
}

/** What is wrong with options; their values are not repeated. */
export function optionProblems(provider: string, options: Options): readonly { field: string; message: string }[] {
  const known = OPTIONS[provider as Provider] ?? [];
  return Object.entries(options).flatMap(([name, value]) => {
    const field = `options.${name}`;
    if (typeof value !== 'string') return [{ field, message: 'This must be text.' }];
    if (known.includes(name)) return [];
    const there = known.length === 0 ? 'None is known' : `Known are ${known.join(', ')}`;
    // The name of the provider must not follow the field: behind `options.apiKey:` it would be taken for a key, and hidden.
    const message = `There is no such option for ${provider}. ${there}; an address belongs in the base URL, a key in its own field.`;
    return [{ field, message }];
  });
}
