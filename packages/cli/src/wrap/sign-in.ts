import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@tenfold/core';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by which Claude Code is told to talk to a cloud's own API. */
const CLAUDE_CLOUDS = ['BEDROCK', 'VERTEX', 'FOUNDRY', 'MANTLE', 'ANTHROPIC_AWS', 'ANTHROPIC_GOOGLE_CLOUD', 'GATEWAY'].map(
  (cloud) => `CLAUDE_CODE_USE_${cloud}`,
);

/** Why Claude Code would not go through a gateway as it is set up; null where it does. Its settings go before its environment. */
export function claudePast(given: Environment): string | null {
  const cloud = CLAUDE_CLOUDS.find((name) => isOn(given[name]));
  if (cloud !== undefined) return `${cloud} is set, so Claude Code talks to an API that is not Anthropic's own. Unset it.`;
  const folder = given.CLAUDE_CONFIG_DIR ?? join(given.HOME ?? '', '.claude');
  for (const file of [join(folder, 'settings.json'), '.claude/settings.json', '.claude/settings.local.json']) {
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

/** Why Gemini CLI would not go through a gateway as it is set up; null where it does. Its settings go before its environment. */
export function geminiPast(given: Environment): string | null {
  const chosen = ['.gemini/settings.json', join(given.HOME ?? '', '.gemini/settings.json')]
    .map((file) => signInOf(settingsIn(file)))
    .find((type) => type !== undefined);
  const byEnvironment = isOn(given.GOOGLE_GENAI_USE_GCA)
    ? 'oauth-personal'
    : isOn(given.GOOGLE_GENAI_USE_VERTEXAI)
      ? 'vertex-ai'
      : undefined;
  const told = GOOGLE_SIGN_INS.get(chosen ?? byEnvironment);
  if (told === undefined) return null;
  const where = chosen === undefined ? ', and unset GOOGLE_GENAI_USE_GCA and GOOGLE_GENAI_USE_VERTEXAI' : '';
  return `Gemini CLI is ${told}, which goes past every gateway. Choose an API key in it (/auth) and set GEMINI_API_KEY${where}.`;
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
