import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Refuse, validator } from '../refusal.ts';
import { calledBy, isCallOutput } from './client-calls.ts';
import { continues } from './continues.ts';
import { isAnswer } from './reasoning-chain.ts';

/** The structural rules of OpenAI's responses. */
export type OpenAiResponsesRule =
  | 'input-required'
  | 'role-known'
  | 'content-present'
  | 'content-by-role'
  | 'call-id'
  | 'call-name'
  | 'call-arguments'
  | 'output-shape'
  | 'O3-calls-answered'
  | 'O3-outputs-called'
  | 'call-ids-unique'
  | 'O4-reasoning-followed';

const MALFORMED =
  'We could not parse the JSON body of your request. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.';

/** What OpenAI's responses would refuse, in its words. */
export const validateOpenAiResponses = validator<OpenAiResponsesRule>(MALFORMED, (wire, refuse) => {
  const body = isList(wire) ? { input: wire } : objectOf(wire);
  const { input } = body;
  const isGiven = isList(wire) || typeof input === 'string' || (isList(input) && input.length > 0) || continues(body);
  if (!isGiven)
    refuse('input-required', 'One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.');
  const items = listOf(input).map(objectOf);
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    checkItem(item, `input[${index}]`, refuse);
    if (item.type === 'reasoning' && !isAnswer(next) && next?.type !== 'reasoning')
      refuse(
        'O4-reasoning-followed',
        `Item '${wordOf(item.id)}' of type 'reasoning' was provided without its required following item.`,
      );
  }
  checkCalls(items, continues(body), refuse);
});

const ROLES = ['assistant', 'system', 'developer', 'user'];

function checkItem(item: JsonObject, at: string, refuse: Refuse<OpenAiResponsesRule>): void {
  const { type, role, content, call_id: id, name, output, arguments: given } = item;
  const isMessage = type === undefined || type === 'message';
  if (isMessage && role === undefined) refuse('role-known', `Missing required parameter: '${at}.role'.`);
  else if (isMessage && !ROLES.includes(wordOf(role)))
    refuse(
      'role-known',
      `Invalid value: '${wordOf(role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`,
    );
  if (isMessage && role !== undefined && typeof content !== 'string' && !isList(content))
    refuse('content-present', `Missing required parameter: '${at}.content'.`);
  const ofOthers = listOf(content)
    .map((part) => wordOf(objectOf(part).type))
    .find((kind) => (role === 'assistant' ? kind.startsWith('input_') : kind === 'output_text' || kind === 'refusal'));
  const supported = role === 'assistant' ? "'output_text' and 'refusal'" : "'input_text', 'input_image', and 'input_file'";
  if (ofOthers !== undefined) refuse('content-by-role', `Invalid value: '${ofOthers}'. Supported values are: ${supported}.`);
  if (calledBy(item) !== undefined || isCallOutput(item)) {
    if (typeof id !== 'string') refuse('call-id', `Missing required parameter: '${at}.call_id'.`);
    else if (id === '')
      refuse(
        'call-id',
        `Invalid '${at}.call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
      );
    else if (id.length > 64)
      refuse(
        'call-id',
        `Invalid '${at}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
      );
  }
  const isNamed = typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name);
  if ((type === 'function_call' || type === 'custom_tool_call') && !isNamed)
    refuse(
      'call-name',
      `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  if (type === 'function_call' && typeof given !== 'string')
    refuse(
      'call-arguments',
      `Invalid type for '${at}.arguments': expected a string, but got ${isObject(given) ? 'an object' : 'another type'} instead.`,
    );
  const isOutput = type === 'function_call_output' || type === 'custom_tool_call_output';
  if (isOutput && typeof output !== 'string' && !isList(output))
    refuse('output-shape', `Invalid type for '${at}.output': expected one of an array of objects or string.`);
}

/** Calls and their outputs belong together, each once; what a request goes on with may hold the calls. */
function checkCalls(items: readonly JsonObject[], goesOn: boolean, refuse: Refuse<OpenAiResponsesRule>): void {
  const calls = items.filter((item) => calledBy(item) !== undefined);
  const outputs = items.filter(isCallOutput);
  const answered = new Set(outputs.map((item) => item.call_id));
  for (const call of calls)
    if (!answered.has(call.call_id))
      refuse('O3-calls-answered', `No tool output found for ${calledBy(call)} call ${wordOf(call.call_id)}.`);
  const called = new Set<Json | undefined>();
  for (const item of goesOn ? [] : items) {
    if (calledBy(item) !== undefined) called.add(item.call_id);
    if (isCallOutput(item) && !called.has(item.call_id))
      refuse('O3-outputs-called', `No tool call found for function call output with call_id ${wordOf(item.call_id)}.`);
  }
  for (const list of [calls, outputs])
    if (new Set(list.map((item) => item.call_id)).size !== list.length)
      refuse(
        'call-ids-unique',
        'Duplicate item found with the same call_id. Remove duplicate items from your input and try again.',
      );
}
