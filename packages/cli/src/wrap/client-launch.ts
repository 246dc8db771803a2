import { join } from 'node:path';
import type { Json } from '@tenfold/core';
import { BadInput } from '../bad-input.ts';
import { claudePast, fieldsOf, geminiPast } from './sign-in.ts';

/** How a program is started so that it talks to a gateway: environment and flags only. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files it wants to read settings from, by name in a folder that is removed when it ends. */
  readonly files?: Readonly<Record<string, string>>;
  /** What whoever starts it should know. */
  readonly note?: string;
}

/** A program that is known. `folder` is where its files go. */
export type Launcher = (url: string, args: readonly string[], given: Environment, folder: string) => Launch;

const CLINE_PROVIDER = 'openai-compatible';

/** Gemini CLI's names for how many tokens of results it leaves alone, and how many there must be to hide. */
const GEMINI_MASKING = [45_758_817, 45_758_818];

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs known by name. Any other is started with the addresses every vendor's library looks for. */
export const launchers: Readonly<Record<string, Launcher>> = {
  claude: (url, args, given) => {
    startsOnly(claudePast(given));
    return { command: 'claude', args, environment: { ANTHROPIC_BASE_URL: url } };
  },
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
  opencode: (url, args, { OPENCODE_CONFIG_CONTENT }) => {
    const { content, past } = withProviders(OPENCODE_CONFIG_CONTENT, url);
    return {
      command: 'opencode',
      args,
      environment: { OPENCODE_CONFIG_CONTENT: content, OPENCODE_DISABLE_AUTOCOMPACT: '1', OPENCODE_DISABLE_PRUNE: '1' },
      ...(past.length > 0 && {
        note: `Requests to ${past.join(', ')} do not pass through Tenfold: they go to addresses of their own.`,
      }),
    };
  },
  // It hides the results of tools by itself once they have 50,000 tokens. Its settings have a place for that which it does not read; the
  // flags its vendor would send it are read from a file.
  gemini: (url, args, given, folder) => {
    startsOnly(geminiPast(given));
    const { GEMINI_EXP } = given;
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

/** Says why nothing is started where a program would go past the gateway, and leave its room to itself. */
function startsOnly(past: string | null): void {
  if (past !== null) throw new BadInput(`${past} Nothing was started.`);
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

/** Vendors whose requests a gateway takes, as opencode names them, and where their API's paths begin. */
const OPENCODE_VENDORS: Readonly<Record<string, string>> = { anthropic: '/v1', openai: '/v1', google: '/v1beta' };

/** opencode's own settings with the addresses of vendors in them. What goes elsewhere, with keys for there, is left alone. */
function withProviders(given: string | undefined, url: string): { readonly content: string; readonly past: readonly string[] } {
  const config = fieldsOf(given === undefined ? {} : JSON.parse(given));
  const provider = { ...fieldsOf(config.provider) };
  const past = Object.keys(provider).filter(
    (name) => OPENCODE_VENDORS[name] === undefined || addressOf(provider[name]) !== undefined,
  );
  for (const [name, version] of Object.entries(OPENCODE_VENDORS)) {
    if (past.includes(name)) continue;
    const own = fieldsOf(provider[name]);
    provider[name] = { ...own, options: { ...fieldsOf(own.options), baseURL: `${url}${version}` } };
  }
  return { content: JSON.stringify({ ...config, provider }), past };
}

function addressOf(provider: Json | undefined): Json | undefined {
  const { baseURL } = fieldsOf(fieldsOf(provider).options);
  const isVendors = /^https:\/\/(?:api\.anthropic\.com|api\.openai\.com|generativelanguage\.googleapis\.com)\//.test(
    `${baseURL}/`,
  );
  return isVendors ? undefined : baseURL;
}
