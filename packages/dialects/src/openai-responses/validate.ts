import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type Rule, validator, wellFormedRule } from '../refusal.ts';
import { calledBy, isCallOutput } from './client-calls.ts';
import { continues } from './continues.ts';
import { isAnswer } from './reasoning-chain.ts';

interface ResponsesRequest {
  readonly wire: Json;
  readonly body: JsonObject;
  readonly items: readonly JsonObject[];
}

function read(wire: Json): ResponsesRequest {
  const body = isList(wire) ? { input: wire } : objectOf(wire);
  return { wire, body, items: listOf(body.input).map(objectOf) };
}

type ResponsesRule = Rule<ResponsesRequest>;

/** A rule about one item at a time. */
function each(id: string, check: (item: JsonObject, at: string) => string | undefined): ResponsesRule {
  return { id, check: ({ items }) => items.flatMap((item, index) => check(item, `input[${index}]`) ?? []) };
}

function isCall(item: JsonObject): boolean {
  return calledBy(item) !== undefined;
}

/** The structural rules of OpenAI's responses. */
export const OPENAI_RESPONSES_RULES: readonly ResponsesRule[] = [
  {
    id: 'input-required',
    check: ({ wire, body }) =>
      isList(wire) || typeof body.input === 'string' || (isList(body.input) && body.input.length > 0) || continues(body)
        ? []
        : ['One of "input" or "previous_response_id" or \'prompt\' or \'conversation_id\' must be provided.'],
  },
  each('role-known', ({ type, role }, at) => {
    if (type !== undefined && type !== 'message') return undefined;
    if (role === undefined) return `Missing required parameter: '${at}.role'.`;
    return ['assistant', 'system', 'developer', 'user'].includes(wordOf(role))
      ? undefined
      : `Invalid value: '${wordOf(role)}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`;
  }),
  each('content-present', ({ role, content }, at) =>
    role === undefined || typeof content === 'string' || isList(content)
      ? undefined
      : `Missing required parameter: '${at}.content'.`,
  ),
  each('content-by-role', ({ role, content }) => {
    const types = listOf(content).map((part) => wordOf(objectOf(part).type));
    const bad = types.find((type) =>
      role === 'assistant' ? type.startsWith('input_') : type === 'output_text' || type === 'refusal',
    );
    if (bad === undefined) return undefined;
    const supported = role === 'assistant' ? "'output_text' and 'refusal'" : "'input_text', 'input_image', and 'input_file'";
    return `Invalid value: '${bad}'. Supported values are: ${supported}.`;
  }),
  each('call-id', (item, at) => {
    if (!isCall(item) && !isCallOutput(item)) return undefined;
    const { call_id: id } = item;
    if (typeof id !== 'string') return `Missing required parameter: '${at}.call_id'.`;
    if (id === '')
      return `Invalid '${at}.call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
    return id.length <= 64
      ? undefined
      : `Invalid '${at}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`;
  }),
  each('call-name', (item, at) =>
    (item.type !== 'function_call' && item.type !== 'custom_tool_call') ||
    (typeof item.name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(item.name))
      ? undefined
      : `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
  ),
  each('call-arguments', (item, at) =>
    item.type !== 'function_call' || typeof item.arguments === 'string'
      ? undefined
      : `Invalid type for '${at}.arguments': expected a string, but got ${isObject(item.arguments) ? 'an object' : 'another type'} instead.`,
  ),
  each('output-shape', (item, at) =>
    (item.type !== 'function_call_output' && item.type !== 'custom_tool_call_output') ||
    typeof item.output === 'string' ||
    isList(item.output)
      ? undefined
      : `Invalid type for '${at}.output': expected one of an array of objects or string.`,
  ),
  {
    id: 'O3-calls-answered',
    check: ({ items }) => {
      const answered = new Set(items.filter(isCallOutput).map((item) => item.call_id));
      return items
        .filter((item) => isCall(item) && !answered.has(item.call_id))
        .map((item) => `No tool output found for ${calledBy(item)} call ${wordOf(item.call_id)}.`);
    },
  },
  {
    id: 'O3-outputs-called',
    check: ({ body, items }) => {
      if (continues(body)) return [];
      const called = new Set<Json | undefined>();
      return items.flatMap((item) => {
        if (isCall(item)) called.add(item.call_id);
        return isCallOutput(item) && !called.has(item.call_id)
          ? [`No tool call found for function call output with call_id ${wordOf(item.call_id)}.`]
          : [];
      });
    },
  },
  {
    id: 'call-ids-unique',
    check: ({ items }) =>
      [items.filter(isCall), items.filter(isCallOutput)].flatMap((list) => {
        const ids = list.map((item) => item.call_id);
        return new Set(ids).size === ids.length
          ? []
          : ['Duplicate item found with the same call_id. Remove duplicate items from your input and try again.'];
      }),
  },
  {
    id: 'O4-reasoning-followed',
    check: ({ items }) =>
      items.flatMap((item, index) => {
        const next = items[index + 1];
        if (item.type !== 'reasoning' || isAnswer(next) || next?.type === 'reasoning') return [];
        return [`Item '${wordOf(item.id)}' of type 'reasoning' was provided without its required following item.`];
      }),
  },
  wellFormedRule(
    'We could not parse the JSON body of your request. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.',
  ),
];

/** What OpenAI's responses would refuse. */
export const validateOpenAiResponses = validator(read, OPENAI_RESPONSES_RULES);
