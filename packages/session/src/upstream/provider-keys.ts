import type { Provider } from './upstream.ts';

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

/** The key of a provider among given environment variables; undefined where none is set. */
export function environmentKey(
  provider: Provider,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  for (const name of VARIABLES[provider]) {
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Names of the variables a provider's key is looked for in, for help texts. */
export function keyVariables(provider: Provider): readonly string[] {
  return VARIABLES[provider];
}
