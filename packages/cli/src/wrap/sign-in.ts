import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Json, JsonObject } from '@tenfold/core';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by which Claude Code is told to talk to a cloud's own API. */
const CLAUDE_CLOUDS = ['BEDROCK', 'VERTEX', 'FOUNDRY', 'MANTLE', 'ANTHROPIC_AWS', 'ANTHROPIC_GOOGLE_CLOUD', 'GATEWAY'].map(
  (cloud) => `CLAUDE_CODE_USE_${cloud}`,
);

/** Where whoever manages the machine sets a client up for everybody. */
function managedIn(name: { readonly linux: string; readonly darwin: string; readonly win32: string }): string {
  if (process.platform === 'darwin') return join('/Library/Application Support', name.darwin);
  return process.platform === 'win32' ? name.win32 : join('/etc', name.linux);
}

const CLAUDE_MANAGED = managedIn({ linux: 'claude-code', darwin: 'ClaudeCode', win32: 'C:\\Program Files\\ClaudeCode' });

/** Why Claude Code would not go through a gateway as it is set up; null where it does. Its settings go before its environment. */
export function claudePast(given: Environment, managed = CLAUDE_MANAGED): string | null {
  const cloud = CLAUDE_CLOUDS.find((name) => isOn(given[name]));
  if (cloud !== undefined) return `${cloud} is set, so Claude Code talks to an API that is not Anthropic's own. Unset it.`;
  const folder = given.CLAUDE_CONFIG_DIR ?? join(given.HOME ?? '', '.claude');
  const own = [join(folder, 'settings.json'), '.claude/settings.json', '.claude/settings.local.json'];
  for (const file of [...own, join(managed, 'managed-settings.json')]) {
    const env = fieldsOf(settingsIn(file).env);
    const named = [
      ...CLAUDE_CLOUDS.filter((name) => isOn(env[name])),
      ...('ANTHROPIC_BASE_URL' in env ? ['ANTHROPIC_BASE_URL'] : []),
    ];
    if (named[0] !== undefined)
      return `${file} sets ${named[0]}, which goes before what Tenfold can say, so Claude Code talks to another address. Take it out there.`;
  }
  return null;
}

/** What Gemini CLI calls ways to sign in that go to other addresses. */
const GOOGLE_SIGN_INS: ReadonlyMap<unknown, string> = new Map([
  ['oauth-personal', 'signed in with Google'],
  ['vertex-ai', 'set to Vertex AI'],
  ['cloud-shell', "set to the machine's own credentials"],
  ['compute-default-credentials', "set to the machine's own credentials"],
]);

const GEMINI_MANAGED = managedIn({ linux: 'gemini-cli', darwin: 'GeminiCli', win32: 'C:\\ProgramData\\gemini-cli' });

/** Why Gemini CLI would not go through a gateway as it is set up; null where it does. Its settings go before its environment. */
export function geminiPast(given: Environment, folder = process.cwd()): string | null {
  const { HOME = '', GEMINI_CLI_SYSTEM_SETTINGS_PATH: managed, GEMINI_CLI_SYSTEM_DEFAULTS_PATH: defaults } = given;
  const chosen = [
    managed ?? join(GEMINI_MANAGED, 'settings.json'),
    join(folder, '.gemini/settings.json'),
    join(HOME, '.gemini/settings.json'),
    defaults ?? join(GEMINI_MANAGED, 'system-defaults.json'),
  ]
    .map((file) => signInOf(settingsIn(file)))
    .find((type) => type !== undefined);
  const file = geminiVariables(folder, HOME);
  const environment = { ...file?.variables, ...given };
  const byEnvironment = isOn(environment.GOOGLE_GENAI_USE_GCA)
    ? 'oauth-personal'
    : isOn(environment.GOOGLE_GENAI_USE_VERTEXAI)
      ? 'vertex-ai'
      : undefined;
  const told = GOOGLE_SIGN_INS.get(chosen ?? byEnvironment);
  if (told === undefined) return null;
  const there = file === null ? '' : ` there and in ${file.path}`;
  const where = chosen === undefined ? `, and unset GOOGLE_GENAI_USE_GCA and GOOGLE_GENAI_USE_VERTEXAI${there}` : '';
  return `Gemini CLI is ${told}, which goes past every gateway. Choose an API key in it (/auth) and set GEMINI_API_KEY${where}.`;
}

/** The one file of variables it reads: the nearest of its folder and those around it, then the home's. */
function geminiVariables(
  folder: string,
  home: string,
): { readonly path: string; readonly variables: Readonly<Record<string, string | undefined>> } | null {
  const around: string[] = [];
  for (let at = resolve(folder); around.at(-1) !== at; at = dirname(at)) around.push(at);
  for (const at of [...around, home]) {
    for (const path of [join(at, '.gemini/.env'), join(at, '.env')]) {
      try {
        return { path, variables: parseEnv(readFileSync(path, 'utf8')) };
      } catch {
        // Most folders have none.
      }
    }
  }
  return null;
}

function signInOf(settings: JsonObject): Json | undefined {
  return fieldsOf(fieldsOf(settings.security).auth).selectedType ?? settings.selectedAuthType;
}

function settingsIn(file: string): JsonObject {
  try {
    return fieldsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

function isOn(value: Json | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(String(value ?? '').trim());
}

/** The fields of an object; none where it is no object. */
export function fieldsOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
