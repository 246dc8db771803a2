import type { JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Refuse, validator } from '../refusal.ts';

/** The structural rules of OpenAI's chat completions. */
export type OpenAiChatRule =
  | 'messages-missing'
  | 'messages-empty'
  | 'role-known'
  | 'content-present'
  | 'content-empty-list'
  | 'calls-empty-list'
  | 'images-from-users-only'
  | 'tool-call-id-missing'
  | 'call-id-length'
  | 'call-name'
  | 'call-arguments'
  | 'O1-calls-answered'
  | 'O2-results-called'
  | 'call-answered-once'
  | 'call-ids-unique';

const MALFORMED =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)";
const EMPTY_LIST = 'empty array. Expected an array with minimum length 1, but got an empty array instead.';

/** What OpenAI's chat completions would refuse, in its words. */
export const validateOpenAiChat = validator<OpenAiChatRule>(MALFORMED, (wire, refuse) => {
  const given = isList(wire) ? wire : objectOf(wire).messages;
  if (!isList(given)) refuse('messages-missing', "Missing required parameter: 'messages'.");
  else if (given.length === 0) refuse('messages-empty', `Invalid 'messages': ${EMPTY_LIST}`);
  let open: Transaction | null = null;
  for (const [index, one] of listOf(given).entries()) {
    const message = objectOf(one);
    checkMessage(message, `messages[${index}]`, refuse);
    const calls = message.role === 'assistant' ? listOf(message.tool_calls).map(objectOf) : [];
    for (const [nth, call] of calls.entries()) checkCall(call, `messages[${index}].tool_calls[${nth}]`, refuse);
    if (message.role === 'tool') {
      open ??= { index, calls: [], answers: [] };
      open.answers.push({ id: wordOf(message.tool_call_id), index });
    } else {
      if (open !== null) checkTransaction(open, refuse);
      open = calls.length === 0 ? null : { index, calls: calls.map(({ id }) => wordOf(id)), answers: [] };
    }
  }
  if (open !== null) checkTransaction(open, refuse);
});

const ROLES = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];

function checkMessage(message: JsonObject, at: string, refuse: Refuse<OpenAiChatRule>): void {
  const { role, content, tool_calls: calls } = message;
  const isAssistants = role === 'assistant';
  const isKnown = typeof role === 'string' && ROLES.includes(role);
  if (role === undefined) refuse('role-known', `Missing required parameter: '${at}.role'.`);
  else if (!isKnown)
    refuse(
      'role-known',
      `Invalid value: '${wordOf(role)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
    );
  const isSilentAnswer =
    isAssistants &&
    (isList(calls) || isObject(message.function_call) || typeof message.refusal === 'string' || isObject(message.audio));
  if (isKnown && typeof content !== 'string' && !isList(content) && !isSilentAnswer)
    refuse(
      'content-present',
      content === undefined
        ? `Missing required parameter: '${at}.content'.`
        : content === null
          ? "Invalid value for 'content': expected a string, got null."
          : `Invalid type for '${at}.content': expected one of a string or array of objects.`,
    );
  if (isList(content) && content.length === 0) refuse('content-empty-list', `Invalid '${at}.content': ${EMPTY_LIST}`);
  if (isAssistants && isList(calls) && calls.length === 0)
    refuse('calls-empty-list', `Invalid '${at}.tool_calls': ${EMPTY_LIST}`);
  if (role !== 'user' && isList(content) && content.some((part) => objectOf(part).type === 'image_url'))
    refuse(
      'images-from-users-only',
      `Image URLs are only allowed for messages with role 'user', but this message with role '${wordOf(role)}' contains an image URL.`,
    );
  if (role === 'tool' && typeof message.tool_call_id !== 'string')
    refuse('tool-call-id-missing', `Missing required parameter: '${at}.tool_call_id'.`);
}

function checkCall(call: JsonObject, at: string, refuse: Refuse<OpenAiChatRule>): void {
  const { id } = call;
  if (typeof id !== 'string') refuse('call-id-length', `Missing required parameter: '${at}.id'.`);
  else if (id.length > 40)
    refuse(
      'call-id-length',
      `Invalid '${at}.id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
    );
  const kind = call.type === 'custom' ? 'custom' : 'function';
  const { name, arguments: input } = objectOf(call[kind]);
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    refuse(
      'call-name',
      `Invalid '${at}.${kind}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  if (kind === 'function' && typeof input !== 'string')
    refuse(
      'call-arguments',
      `Invalid type for '${at}.function.arguments': expected a string, but got ${isObject(input) ? 'an object' : 'another type'} instead.`,
    );
}

/** Calls of a message, and the answers in the run of tool messages behind it. */
interface Transaction {
  readonly index: number;
  readonly calls: readonly string[];
  readonly answers: { readonly id: string; readonly index: number }[];
}

function checkTransaction({ index, calls, answers }: Transaction, refuse: Refuse<OpenAiChatRule>): void {
  const called = new Set(calls);
  const answered = new Set(answers.map(({ id }) => id));
  const missing = calls.filter((id) => !answered.has(id));
  if (missing.length > 0)
    refuse(
      'O1-calls-answered',
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`,
    );
  if (answers.some(({ id }) => !called.has(id)))
    refuse(
      'O2-results-called',
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    );
  const seen = new Set<string>();
  for (const { id, index: at } of answers) {
    if (seen.has(id) && called.has(id))
      refuse('call-answered-once', `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}' in message[${at}].`);
    seen.add(id);
  }
  if (called.size !== calls.length)
    refuse('call-ids-unique', `Invalid parameter: Duplicate value for 'tool_call_id' in message[${index}].`);
}
