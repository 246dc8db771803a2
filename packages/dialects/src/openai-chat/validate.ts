import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Rule, validator, wellFormedRule } from '../refusal.ts';

interface ChatRequest {
  readonly wire: Json;
  readonly body: JsonObject;
  readonly messages: readonly JsonObject[];
  readonly calls: readonly { readonly call: JsonObject; readonly at: string }[];
  readonly transactions: readonly Transaction[];
}

function read(wire: Json): ChatRequest {
  const body = isList(wire) ? { messages: wire } : objectOf(wire);
  const messages = listOf(body.messages).map(objectOf);
  const calls: ChatRequest['calls'][number][] = [];
  for (const [index, message] of messages.entries())
    for (const [nth, call] of callsOf(message).entries()) calls.push({ call, at: `messages[${index}].tool_calls[${nth}]` });
  return { wire, body, messages, calls, transactions: transactionsIn(messages) };
}

type ChatRule = Rule<ChatRequest>;

/** A rule about one message at a time. */
function each(id: string, check: (message: JsonObject, at: string) => string | undefined): ChatRule {
  return { id, check: ({ messages }) => messages.flatMap((message, index) => check(message, `messages[${index}]`) ?? []) };
}

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];

function callsOf(message: JsonObject): readonly JsonObject[] {
  return message.role === 'assistant' ? listOf(message.tool_calls).map(objectOf) : [];
}

/** A rule about one call at a time. */
function eachCall(id: string, check: (call: JsonObject, at: string) => string | undefined): ChatRule {
  return { id, check: ({ calls }) => calls.flatMap(({ call, at }) => check(call, at) ?? []) };
}

/** Calls of a message, and the answers in the run of tool messages behind it. */
interface Transaction {
  readonly index: number;
  readonly calls: readonly string[];
  readonly answers: { readonly id: string; readonly index: number }[];
}

function transactionsIn(messages: readonly JsonObject[]): readonly Transaction[] {
  const found: Transaction[] = [];
  let open: Transaction | undefined;
  for (const [index, message] of messages.entries()) {
    const isAnswer = message.role === 'tool';
    const calls = callsOf(message);
    if (!isAnswer) open = undefined;
    if (open === undefined && (isAnswer || calls.length > 0)) {
      open = { index, calls: calls.map(({ id }) => wordOf(id)), answers: [] };
      found.push(open);
    }
    if (isAnswer) open?.answers.push({ id: wordOf(message.tool_call_id), index });
  }
  return found;
}

/** A rule about one transaction at a time. */
function eachTransaction(id: string, check: (transaction: Transaction) => readonly string[]): ChatRule {
  return { id, check: ({ transactions }) => transactions.flatMap(check) };
}

/** The structural rules of OpenAI's chat completions. */
export const OPENAI_CHAT_RULES: readonly ChatRule[] = [
  {
    id: 'messages-missing',
    check: ({ body }) => (isList(body.messages) ? [] : ["Missing required parameter: 'messages'."]),
  },
  {
    id: 'messages-empty',
    check: ({ body }) =>
      isList(body.messages) && body.messages.length === 0
        ? ["Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."]
        : [],
  },
  each('role-known', ({ role }, at) => {
    if (role === undefined) return `Missing required parameter: '${at}.role'.`;
    if (typeof role === 'string' && ROLES.includes(role)) return undefined;
    return `Invalid value: '${wordOf(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`;
  }),
  each('content-present', (message, at) => {
    const { role, content } = message;
    const isSilentAnswer =
      role === 'assistant' &&
      (isList(message.tool_calls) ||
        isObject(message.function_call) ||
        typeof message.refusal === 'string' ||
        isObject(message.audio));
    if (typeof content === 'string' || isList(content) || isSilentAnswer || !ROLES.includes(wordOf(role))) return undefined;
    if (content === undefined) return `Missing required parameter: '${at}.content'.`;
    return content === null
      ? "Invalid value for 'content': expected a string, got null."
      : `Invalid type for '${at}.content': expected one of a string or array of objects.`;
  }),
  each('content-empty-list', ({ content }, at) =>
    isList(content) && content.length === 0
      ? `Invalid '${at}.content': empty array. Expected an array with minimum length 1, but got an empty array instead.`
      : undefined,
  ),
  each('calls-empty-list', (message, at) =>
    message.role === 'assistant' && isList(message.tool_calls) && message.tool_calls.length === 0
      ? `Invalid '${at}.tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.`
      : undefined,
  ),
  each('images-from-users-only', ({ role, content }) =>
    role !== 'user' && isList(content) && content.some((part) => objectOf(part).type === 'image_url')
      ? `Image URLs are only allowed for messages with role 'user', but this message with role '${wordOf(role)}' contains an image URL.`
      : undefined,
  ),
  each('tool-call-id-missing', ({ role, tool_call_id }, at) =>
    role === 'tool' && typeof tool_call_id !== 'string' ? `Missing required parameter: '${at}.tool_call_id'.` : undefined,
  ),
  eachCall('call-id-length', ({ id }, at) => {
    if (typeof id !== 'string') return `Missing required parameter: '${at}.id'.`;
    if (id.length <= 40) return undefined;
    return `Invalid '${at}.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`;
  }),
  eachCall('call-name', (call, at) => {
    const kind = call.type === 'custom' ? 'custom' : 'function';
    const { name } = objectOf(call[kind]);
    if (typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return undefined;
    return `Invalid '${at}.${kind}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  }),
  eachCall('call-arguments', (call, at) =>
    call.type === 'custom' || typeof objectOf(call.function).arguments === 'string'
      ? undefined
      : `Invalid type for '${at}.function.arguments': expected a string, but got ${isObject(objectOf(call.function).arguments) ? 'an object' : 'another type'} instead.`,
  ),
  eachTransaction('O1-calls-answered', ({ calls, answers }) => {
    const answered = new Set(answers.map(({ id }) => id));
    const missing = calls.filter((id) => !answered.has(id));
    return missing.length === 0
      ? []
      : [
          `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`,
        ];
  }),
  eachTransaction('O2-results-called', ({ calls, answers }) => {
    const called = new Set(calls);
    return answers.some(({ id }) => !called.has(id))
      ? ["Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."]
      : [];
  }),
  eachTransaction('call-answered-once', ({ calls, answers }) => {
    const seen = new Set<string>();
    const counts = new Set(calls);
    return answers.flatMap(({ id, index }) => {
      if (!seen.has(id) || !counts.has(id)) {
        seen.add(id);
        return [];
      }
      return [`Invalid parameter: Duplicate value for 'tool_call_id' of '${id}' in message[${index}].`];
    });
  }),
  eachTransaction('call-ids-unique', ({ index, calls }) =>
    new Set(calls).size === calls.length ? [] : [`Invalid parameter: Duplicate value for 'tool_call_id' in message[${index}].`],
  ),
  wellFormedRule(
    "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)",
  ),
];

/** What OpenAI's chat completions would refuse. */
export const validateOpenAiChat = validator(read, OPENAI_CHAT_RULES);
