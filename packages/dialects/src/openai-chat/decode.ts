import type { Json, JsonObject, Message, Part, ToolDefinition } from '@tenfold/core';
import { decodeArguments } from '../arguments.ts';
import type { Decoded, ReadSoFar } from '../dialect.ts';
import { isList, isObject, listOf, metadata, objectOf, stringOf, without } from '../json.ts';
import { isPlainText } from '../plain-text.ts';
import { remembering } from '../remembered.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { decodeContent } from './content.ts';
import { OPENAI_CHAT } from './id.ts';
import { usualSpelling } from './usual-spelling.ts';

/** A chat completions request, or its bare list of messages, as a conversation. System messages at the start are the frame's. */
export function* decodeOpenAiChat(wire: Json): Sliced<Decoded> {
  const body = objectOf(wire);
  const list = usualSpelling(isList(wire) ? wire : listOf(body.messages));
  const { taken, text } = openingSystem(list, ['system', 'developer']);
  return {
    frame: {
      ...(text === undefined ? {} : { system: text }),
      ...(isList(body.tools) ? { tools: body.tools.map(decodeTool) } : {}),
    },
    messages: yield* decodeMessages(list.slice(taken.length), 0),
    rest: {
      dialect: OPENAI_CHAT,
      ...(isList(wire) ? { bare: true } : { fields: without(body, 'messages', ...(isList(body.tools) ? ['tools'] : [])) ?? {} }),
      ...(taken.length === 0 ? {} : { system: taken }),
    },
  };
}

/** Messages further down a list. */
export function decodeMoreOpenAiChat(list: readonly Json[], before: ReadSoFar): Sliced<readonly Message[]> {
  return decodeMessages(usualSpelling(list, before.items), before.messages);
}

const remembered = remembering<Message>();

function decodeMessages(list: readonly Json[], before: number): Sliced<readonly Message[]> {
  return mapInSlices(list, (value, at) => {
    const index = before + at;
    return remembered(value, isLegacy(value) ? index : null, () => decodeMessage(value, index));
  });
}

/** Calls of the old form are named by their place. */
function isLegacy(value: Json): boolean {
  return isObject(value) && (value.role === 'function' || value.function_call !== undefined);
}

function decodeTool(tool: Json): ToolDefinition {
  const outer = objectOf(tool);
  const inner = outer.function;
  if (outer.type !== 'function' || !isObject(inner) || typeof inner.name !== 'string') {
    return {
      name: stringOf(outer.name) ?? stringOf(objectOf(outer.custom).name) ?? stringOf(outer.type) ?? 'tool',
      ...metadata(OPENAI_CHAT, { raw: tool }),
    };
  }
  return {
    name: inner.name,
    ...(typeof inner.description === 'string' ? { description: inner.description } : {}),
    ...(inner.parameters === undefined ? {} : { parameters: inner.parameters }),
    ...metadata(OPENAI_CHAT, {
      fields: without(inner, 'name', 'parameters', ...(typeof inner.description === 'string' ? ['description'] : [])),
      outer: without(outer, 'type', 'function'),
    }),
  };
}

function decodeMessage(value: Json, index: number): Message {
  if (!isObject(value)) return odd(value);
  switch (value.role) {
    case 'system':
    case 'developer':
      return spoken('system', value, { ...(value.role === 'developer' ? { role: 'developer' } : {}) });
    case 'user':
      return spoken('user', value, {});
    case 'assistant':
      return decodeAssistant(value, index);
    case 'tool':
      return decodeResult(value, stringOf(value.tool_call_id) ?? '', ['role', 'content', 'tool_call_id']);
    case 'function':
      return decodeResult(value, legacyId(index - 1), ['role', 'content', 'name']);
    default:
      return odd(value);
  }
}

/** Something that is no message of this API: kept whole, as a part nobody reads. */
function odd(value: Json): Message {
  return { role: 'user', parts: [{ type: 'opaque', dialect: `${OPENAI_CHAT} message`, value }] };
}

function spoken(role: 'system' | 'user', value: JsonObject, remembered: JsonObject): Message {
  const parts = decodeContent(value.content);
  const form = isList(value.content) && isPlainText(parts) ? 'list' : undefined;
  return {
    role,
    parts,
    ...metadata(OPENAI_CHAT, { ...remembered, form, fields: without(value, 'role', 'content') }),
  };
}

/** Fields of an assistant message that hold words: thinking, as compatible servers send it, and a refusal. */
export const ASSISTANT_FIELDS: readonly string[] = ['reasoning_content', 'reasoning', 'refusal'];

function decodeAssistant(value: JsonObject, index: number): Message {
  const worded = ASSISTANT_FIELDS.filter((field) => typeof value[field] === 'string');
  const calls = isList(value.tool_calls) ? value.tool_calls.map(decodeCall) : [];
  const legacy = isObject(value.function_call) ? [decodeLegacyCall(value.function_call, index)] : [];
  const content = decodeContent(value.content);
  const parts: Part[] = [
    ...worded.map((field): Part => {
      const type = field === 'refusal' ? 'text' : 'reasoning';
      return { type, text: value[field] as string, ...metadata(OPENAI_CHAT, { form: field }) };
    }),
    ...content,
    ...calls,
    ...legacy,
  ];
  const read = [
    'role',
    'content',
    ...worded,
    ...(isList(value.tool_calls) ? ['tool_calls'] : []),
    ...(legacy.length > 0 ? ['function_call'] : []),
  ];
  const form = isList(value.content) && isPlainText(content) ? 'list' : value.content === undefined ? 'absent' : undefined;
  return { role: 'assistant', parts, ...metadata(OPENAI_CHAT, { form, fields: without(value, ...read) }) };
}

function decodeCall(value: Json): Part {
  if (!isObject(value) || typeof value.id !== 'string') return { type: 'opaque', dialect: OPENAI_CHAT, value };
  if (
    value.type === 'custom' &&
    isObject(value.custom) &&
    typeof value.custom.name === 'string' &&
    typeof value.custom.input === 'string'
  ) {
    const { name, input } = value.custom;
    return {
      type: 'tool-call',
      id: value.id,
      name,
      input,
      ...metadata(OPENAI_CHAT, { form: 'custom', fields: without(value, 'id', 'type', 'custom') }),
    };
  }
  const inner = value.function;
  if (!isObject(inner) || typeof inner.name !== 'string' || typeof inner.arguments !== 'string')
    return { type: 'opaque', dialect: OPENAI_CHAT, value };
  const fields = without(value, 'id', 'type', 'function');
  return {
    type: 'tool-call',
    id: value.id,
    name: inner.name,
    ...decodeArguments(OPENAI_CHAT, inner.arguments, { fields, inner: without(inner, 'name', 'arguments') }),
  };
}

function decodeLegacyCall(value: JsonObject, index: number): Part {
  const name = stringOf(value.name) ?? '';
  return {
    type: 'tool-call',
    id: legacyId(index),
    name,
    ...decodeArguments(OPENAI_CHAT, stringOf(value.arguments) ?? '', { form: 'function_call' }),
  };
}

/** Calls of the old form have no id; their place in the list is one. */
function legacyId(index: number): string {
  return `function_call_${index}`;
}

function decodeResult(value: JsonObject, id: string, read: readonly string[]): Message {
  const pieces = decodeContent(value.content);
  const name = stringOf(value.name);
  const output = isList(value.content)
    ? pieces
    : pieces.map((piece) => (piece.type === 'text' ? piece.text : JSON.stringify(value.content))).join('');
  return {
    role: 'tool',
    parts: [{ type: 'tool-result', id, ...(name === undefined ? {} : { name }), output }],
    ...metadata(OPENAI_CHAT, { fields: without(value, ...read) }),
  };
}
