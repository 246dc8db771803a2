import type { JsonObject, ToolCall } from '@tenfold/core';
import { dressOf, fieldsOf } from '../dress.ts';
import { isObject, objectOf, parseJson, sameJson, stringOf } from '../json.ts';
import { type JsonStyle, writeJson } from '../json-text.ts';
import { wireName } from '../wire-id.ts';
import { OPENAI_CHAT } from './id.ts';

/** A tool's name as OpenAI takes it. */
export function openAiName(name: string): string {
  return wireName(name, /[^a-zA-Z0-9_-]/g, 64);
}

/** A call as an item of `tool_calls`. */
export function encodeCall(call: ToolCall): JsonObject {
  const { form, inner } = dressOf(OPENAI_CHAT, call);
  const fields = fieldsOf(OPENAI_CHAT, call);
  const name = openAiName(call.name);
  if (form === 'custom' && typeof call.input === 'string')
    return { id: call.id, type: 'custom', custom: { name, input: call.input }, ...fields };
  return { id: call.id, type: 'function', function: { name, arguments: argumentsText(call), ...objectOf(inner) }, ...fields };
}

/** Arguments as the text they came as, if they still say the same; an input that is no object is wrapped in one. */
export function argumentsText(call: ToolCall): string {
  const { style, text } = dressOf(OPENAI_CHAT, call);
  if (typeof call.input === 'string' && style === 'text') return call.input;
  if (!isObject(call.input)) return JSON.stringify({ input: call.input });
  const before = stringOf(text);
  if (before !== undefined && sameJson(parseJson(before), call.input)) return before;
  return writeJson(call.input, style === 'spaced' || style === 'spaced-ascii' ? (style satisfies JsonStyle) : 'compact');
}
