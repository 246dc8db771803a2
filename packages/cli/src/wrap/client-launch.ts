import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@tenfold/core';
import { BadInput } from '../bad-input.ts';

/** How a program is started so that it talks to a gateway: environment and flags only. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files it wants to read settings from, by name in a folder that is removed when it ends. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A program that is known. `folder` is where its files go. */
export type Launcher = (url: string, args: readonly string[], given: Environment, folder: string) => Launch;

const CLINE_PROVIDER = 'openai-compatible';

/** Gemini CLI's names for how many tokens of results it leaves alone, and how many there must be to hide. */
const GEMINI_MASKING = [45_758_817, 45_758_818];

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs known by name. Any other is started with the addresses every vendor's library looks for. */
export const launchers: Readonly<Record<string, Launcher>> = {
  claude: (url, args) => ({ command: 'claude', args, environment: { ANTHROPIC_BASE_URL: url } }),
  // As a provider of its own: the built-in one tries a WebSocket, and compacts in a form nobody else can read.
  codex: (url, args, { OPENAI_API_KEY }) => {
    if (!OPENAI_API_KEY)
      throw new BadInput(
        'Codex goes through a gateway with OPENAI_API_KEY only: its ChatGPT sign-in is for another address. Set it.',
      );
    return {
      command: 'codex',
      args: [
        '-c',
        'model_provider="tenfold"',
        '-c',
        `model_providers.tenfold={name="Tenfold",base_url="${url}/v1",env_key="OPENAI_API_KEY",wire_api="responses"}`,
        ...args,
      ],
      environment: {},
    };
  },
  opencode: (url, args, { OPENCODE_CONFIG_CONTENT }) => ({
    command: 'opencode',
    args,
    environment: {
      OPENCODE_CONFIG_CONTENT: withProviders(OPENCODE_CONFIG_CONTENT, url),
      OPENCODE_DISABLE_AUTOCOMPACT: '1',
      OPENCODE_DISABLE_PRUNE: '1',
    },
  }),
  // It hides the results of tools by itself once they have 50,000 tokens. Its settings have a place for that which it does not read; the
  // flags its vendor would send it are read from a file.
  gemini: (url, args, { GEMINI_EXP, HOME = '' }, folder) => {
    if (isSignedInWithGoogle(HOME))
      throw new BadInput(
        'Gemini CLI is signed in with Google, which goes past every gateway. Choose an API key in it (/auth) and set GEMINI_API_KEY.',
      );
    return {
      command: 'gemini',
      args,
      environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_EXP: GEMINI_EXP ?? join(folder, 'gemini.json') },
      ...(GEMINI_EXP === undefined && {
        files: { 'gemini.json': JSON.stringify({ flags: GEMINI_MASKING.map((flagId) => ({ flagId, intValue: '1000000000' })) }) },
      }),
    };
  },
  // It clears old results by itself from half a million characters on, unless its settings say otherwise; the user's own go before these.
  qwen: (url, args, _, folder) => ({
    command: 'qwen',
    args: ['--auth-type', 'openai', ...args],
    environment: { OPENAI_BASE_URL: `${url}/v1`, QWEN_CODE_SYSTEM_DEFAULTS_PATH: join(folder, 'qwen.json') },
    files: {
      'qwen.json': JSON.stringify({
        context: { clearContextOnIdle: { toolResultsThresholdMinutes: -1, toolResultsTotalCharsThreshold: -1 } },
      }),
    },
  }),
  // It keeps its provider in a file, so it gets a folder of settings for this run.
  cline: (url, args, { OPENAI_API_KEY = '', OPENAI_MODEL = 'gpt-5' }, folder) => ({
    command: 'cline',
    args: ['--data-dir', join(folder, 'cline'), '-P', CLINE_PROVIDER, '--compaction', 'off', ...args],
    environment: { OPENAI_BASE_URL: `${url}/v1` },
    files: {
      'cline/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: CLINE_PROVIDER,
        modes: {},
        providers: {
          [CLINE_PROVIDER]: {
            settings: { provider: CLINE_PROVIDER, apiKey: OPENAI_API_KEY, model: OPENAI_MODEL, baseUrl: `${url}/v1` },
            updatedAt: new Date().toISOString(),
            tokenSource: 'manual',
          },
        },
      }),
    },
  }),
};

/** What Gemini CLI was told about signing in, in its own settings. */
function isSignedInWithGoogle(home: string): boolean {
  try {
    const settings: Json = JSON.parse(readFileSync(join(home, '.gemini/settings.json'), 'utf8'));
    return fieldsOf(fieldsOf(fieldsOf(settings).security).auth).selectedType === 'oauth-personal';
  } catch {
    return false;
  }
}

/** Any other command, with every address that a vendor's library reads from the environment. */
export function anyLaunch(url: string, [command = '', ...args]: readonly string[]): Launch {
  return {
    command,
    args,
    environment: {
      ANTHROPIC_BASE_URL: url,
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_BASE: `${url}/v1`,
      GOOGLE_GEMINI_BASE_URL: url,
    },
  };
}

/** opencode's own settings with the addresses of the providers in them. */
function withProviders(given: string | undefined, url: string): string {
  const config: Json = given === undefined ? {} : JSON.parse(given);
  const provider = { ...fieldsOf(fieldsOf(config).provider) };
  for (const name of new Set(['anthropic', 'openai', ...Object.keys(provider)]))
    provider[name] = {
      ...fieldsOf(provider[name]),
      options: { ...fieldsOf(fieldsOf(provider[name]).options), baseURL: `${url}/v1` },
    };
  return JSON.stringify({ ...fieldsOf(config), provider });
}

function fieldsOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
