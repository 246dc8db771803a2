import type { Provider } from '@tenfold/contract';

/** A provider as it is chosen. */
export interface ProviderChoice {
  readonly value: Provider;
  readonly label: string;
  /** Variables a key is looked for in when none is stored. */
  readonly variables: readonly string[];
  /** Further things the provider needs, one line each. */
  readonly options?: string;
  readonly baseUrl?: string;
}

/** Providers a profile may name. */
const PROVIDERS: readonly ProviderChoice[] = [
  { value: 'openai', label: 'OpenAI', variables: ['OPENAI_API_KEY'] },
  { value: 'anthropic', label: 'Anthropic', variables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] },
  { value: 'google', label: 'Google', variables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
  {
    value: 'azure',
    label: 'Azure OpenAI',
    variables: ['AZURE_API_KEY', 'AZURE_OPENAI_API_KEY'],
    options: 'resourceName, apiVersion',
  },
  {
    value: 'bedrock',
    label: 'Amazon Bedrock',
    variables: ['AWS_BEARER_TOKEN_BEDROCK'],
    options:
      'region; instead of a key accessKeyId, secretAccessKey, sessionToken, of which the last two are encrypted and not shown',
  },
  {
    value: 'vertex',
    label: 'Google Vertex',
    variables: ['GOOGLE_VERTEX_API_KEY'],
    options: 'project, location; instead of a key client_email and private_key, which is encrypted and not shown',
  },
  { value: 'openrouter', label: 'OpenRouter', variables: ['OPENROUTER_API_KEY'] },
  {
    value: 'openai-compatible',
    label: 'OpenAI-compatible (Ollama, LM Studio, vLLM…)',
    variables: [],
    baseUrl: 'http://127.0.0.1:11434/v1',
  },
];

/** What is known of a provider. */
export function providerOf(value: Provider): ProviderChoice {
  return PROVIDERS.find((one) => one.value === value) ?? (PROVIDERS[0] as ProviderChoice);
}

/** The same by name, to choose from. */
export const PROVIDER_OPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  PROVIDERS.map(({ value, label }) => [value, label]),
);
