import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, stringOf, without } from './json.ts';

/** A request inside something else: a line of a batch, or turns in another spelling. */
export interface Wrapped {
  /** What the outside calls it. */
  readonly id?: string;
  readonly inner: Json;
  /** The same outside around another inside. */
  wrap(inner: Json): Json;
}

/** How batches of OpenAI, Anthropic and Gemini name a request, and where they keep it. */
const BATCHES: readonly (readonly [string, string])[] = [
  ['custom_id', 'body'],
  ['custom_id', 'params'],
  ['key', 'request'],
];

/** What a value wraps, where it is no request itself. */
export function unwrap(value: Json): Wrapped | undefined {
  if (!isObject(value) || isList(value.messages) || isList(value.contents)) return undefined;
  const batch = BATCHES.find(([name, field]) => typeof value[name] === 'string' && isObject(value[field]));
  if (batch !== undefined) return line(value, batch);
  if (!isShareGpt(value)) return undefined;
  const { id } = value;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    inner: { messages: fromShareGpt(value.conversations) },
    wrap: (inner) => ({ ...value, conversations: toShareGpt(objectOf(inner).messages, value.conversations) }),
  };
}

function line(value: JsonObject, [name, field]: readonly [string, string]): Wrapped {
  return {
    id: value[name] as string,
    inner: value[field] as Json,
    wrap: (inner) => ({ ...without(value, field), [field]: inner }),
  };
}

/** A conversation as ShareGPT has it: turns of `from` and `value`. */
function isShareGpt(value: JsonObject): value is JsonObject & { readonly conversations: readonly Json[] } {
  const turns = value.conversations;
  return isList(turns) && turns.length > 0 && turns.every(isTurn);
}

function isTurn(turn: Json): boolean {
  return isObject(turn) && typeof turn.from === 'string' && typeof turn.value === 'string';
}

/** Whose turn it is by each name that is in use. Calls and what came of them are told as text: the form has no ids to pair them by. */
const ROLES: Readonly<Record<string, string>> = {
  system: 'system',
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  model: 'assistant',
  function_call: 'assistant',
};

/** The name kept beside a turn that is not called as most of its role are. */
const CALLED = 'from';

/** Turns as messages of OpenAI's kind. */
function fromShareGpt(turns: readonly Json[]): readonly JsonObject[] {
  const names = usualNames(turns);
  return turns.map((turn) => {
    const { from, value, ...rest } = turn as JsonObject & { from: string; value: string };
    const role = roleOf(from);
    return { role, content: value, ...rest, ...(names.get(role) === from ? {} : { [CALLED]: from }) };
  });
}

/** Messages as turns again, called as in the turns they come from. */
function toShareGpt(messages: Json | undefined, turns: readonly Json[]): readonly JsonObject[] {
  const names = usualNames(turns);
  return listOf(messages).map((message) => {
    const { role, content, ...rest } = objectOf(message);
    const called = stringOf(rest[CALLED]);
    const from = called ?? names.get(stringOf(role) ?? 'user') ?? USUAL[stringOf(role) ?? 'user'] ?? 'human';
    const value = typeof content === 'string' ? content : JSON.stringify(content ?? '');
    return { from, value, ...without(rest, CALLED) };
  });
}

const USUAL: Readonly<Record<string, string>> = { system: 'system', user: 'human', assistant: 'gpt' };

function roleOf(from: string): string {
  return ROLES[from.toLowerCase()] ?? 'user';
}

/** What each role is called first. */
function usualNames(turns: readonly Json[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const turn of turns) {
    const from = stringOf(objectOf(turn).from) ?? '';
    if (!names.has(roleOf(from))) names.set(roleOf(from), from);
  }
  return names;
}
