import type { Json, JsonObject, Message, Part, ToolDefinition } from '@tenfold/core';
import { decodeArguments } from '../arguments.ts';
import type { Decoded } from '../dialect.ts';
import { isList, isObject, listOf, metadata, objectOf, stringOf, without } from '../json.ts';
import { isPlainText } from '../plain-text.ts';
import { remembering } from '../remembered.ts';
import { AT_ONCE, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { decodeContent } from './content.ts';
import { continues } from './continues.ts';
import { OPENAI_RESPONSES } from './id.ts';

/** A responses request, or its bare list of items, as a conversation. Items the model said in one go are one message. */
export function* decodeOpenAiResponses(wire: Json): Sliced<Decoded> {
  const body = objectOf(wire);
  const { input } = body;
  const list = isList(wire) ? wire : typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  const { taken, text } = openingSystem(list, ['system', 'developer']);
  const instructions = stringOf(body.instructions);
  const texts = [instructions, text].filter((words) => words !== undefined);
  const read = ['input', ...(instructions === undefined ? [] : ['instructions']), ...(isList(body.tools) ? ['tools'] : [])];
  return {
    frame: {
      ...(texts.length === 0 ? {} : { system: texts.join('\n\n') }),
      ...(isList(body.tools) ? { tools: body.tools.map(decodeTool) } : {}),
    },
    messages: yield* decodeItems(list.slice(taken.length), continues(body)),
    rest: {
      dialect: OPENAI_RESPONSES,
      ...(isList(wire) ? { bare: true } : { fields: without(body, ...read) ?? {} }),
      ...(typeof input === 'string' ? { form: 'string' } : {}),
      ...(instructions === undefined ? {} : { instructions }),
      ...(taken.length === 0 ? {} : { system: taken }),
    },
  };
}

function decodeTool(tool: Json): ToolDefinition {
  const { type, name, description, parameters, defer_loading } = objectOf(tool);
  const deferred = defer_loading === true ? ({ deferred: true } as const) : {};
  if (type !== 'function' || typeof name !== 'string')
    return { name: stringOf(name) ?? stringOf(type) ?? 'tool', ...deferred, ...metadata(OPENAI_RESPONSES, { raw: tool }) };
  const worded = typeof description === 'string' ? { description } : {};
  return {
    name,
    ...worded,
    ...(parameters === undefined ? {} : { parameters }),
    ...deferred,
    ...metadata(OPENAI_RESPONSES, {
      fields: without(objectOf(tool), 'type', 'name', 'parameters', ...Object.keys(worded)),
    }),
  };
}

/** Where a request goes on from what the vendor stores, outputs may answer calls that are there. */
export function* decodeItems(items: readonly Json[], isContinued = false): Sliced<readonly Message[]> {
  const messages: Message[] = [];
  const called = new Set<Json | undefined>(isContinued ? items.filter(isObject).flatMap(calledId) : []);
  for (const [index, item] of items.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    const decoded = isContinued ? decodeItem(item, called) : remembered(item, null, () => decodeItem(item, null));
    const last = messages.at(-1);
    if (decoded.role !== 'assistant' || last?.role !== 'assistant') messages.push(decoded);
    else messages[messages.length - 1] = joined(item, last, () => ({ ...last, parts: [...last.parts, ...decoded.parts] }));
  }
  return messages;
}

const remembered = remembering<Message>();
const joined = remembering<Message>();

function calledId({ type, call_id }: JsonObject): readonly (Json | undefined)[] {
  return type === 'function_call' || type === 'custom_tool_call' ? [call_id] : [];
}

function decodeItem(item: Json, called: ReadonlySet<Json | undefined> | null): Message {
  if (!isObject(item)) return { role: 'user', parts: [{ type: 'opaque', dialect: `${OPENAI_RESPONSES} item`, value: item }] };
  const { type, role } = item;
  if (type === 'message' || (type === undefined && typeof role === 'string')) return decodeMessage(item);
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return decodeResult(item, called !== null && !called.has(item.call_id) ? type : undefined);
  return { role: 'assistant', parts: decodeSaid(item) ?? [opaque(item)] };
}

function opaque(value: Json): Part {
  return { type: 'opaque', dialect: OPENAI_RESPONSES, value };
}

function decodeMessage(item: JsonObject): Message {
  const { role, content } = item;
  if (role === 'assistant') return { role, parts: decodeAnswer(item) ?? [opaque(item)] };
  const known = role === 'user' ? 'user' : role === 'system' || role === 'developer' ? 'system' : undefined;
  if (known === undefined) return { role: 'user', parts: [{ type: 'opaque', dialect: `${OPENAI_RESPONSES} item`, value: item }] };
  const parts = decodeContent(content);
  const remembered = {
    role: role === 'developer' ? role : undefined,
    form: isList(content) && isPlainText(parts) ? 'list' : undefined,
    fields: without(item, 'role', 'content'),
  };
  return { role: known, parts, ...metadata(OPENAI_RESPONSES, remembered) };
}

/** Words of the model: the first part of an item remembers the item, the others that they belong to it. */
function decodeAnswer(item: JsonObject): readonly Part[] | undefined {
  const { content } = item;
  const fields = without(item, 'role', 'content') ?? {};
  if (typeof content === 'string') {
    const remembered = Object.keys(fields).length === 0 ? {} : { item: fields, form: 'string' };
    return [{ type: 'text', text: content, ...metadata(OPENAI_RESPONSES, remembered) }];
  }
  if (!isList(content) || content.length === 0) return undefined;
  const parts = content.map((value, index): Part | undefined => {
    if (!isObject(value)) return undefined;
    const field = value.type === 'output_text' ? 'text' : value.type === 'refusal' ? 'refusal' : undefined;
    const text = field === undefined ? undefined : stringOf(value[field]);
    if (field === undefined || text === undefined) return undefined;
    const form = field === 'refusal' ? 'refusal' : undefined;
    return {
      type: 'text',
      text,
      ...metadata(OPENAI_RESPONSES, { item: index === 0 ? fields : 'same', form, fields: without(value, 'type', field) }),
    };
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Calls and thinking of the model. */
function decodeSaid(item: JsonObject): readonly Part[] | undefined {
  const { type, call_id: id, name, arguments: text, input } = item;
  if (typeof id === 'string' && typeof name === 'string') {
    if (type === 'function_call' && typeof text === 'string') {
      const fields = without(item, 'type', 'call_id', 'name', 'arguments');
      return [{ type: 'tool-call', id, name, ...decodeArguments(OPENAI_RESPONSES, text, { fields }) }];
    }
    if (type === 'custom_tool_call' && typeof input === 'string') {
      const fields = without(item, 'type', 'call_id', 'name', 'input');
      return [{ type: 'tool-call', id, name, input, ...metadata(OPENAI_RESPONSES, { form: 'custom', fields }) }];
    }
  }
  return type === 'reasoning' && isList(item.summary) ? decodeReasoning(item, item.summary) : undefined;
}

function decodeReasoning(item: JsonObject, summary: readonly Json[]): readonly Part[] | undefined {
  const fields = without(item, 'type', 'summary') ?? {};
  if (summary.length === 0)
    return [{ type: 'reasoning', text: '', ...metadata(OPENAI_RESPONSES, { item: fields, form: 'empty' }) }];
  const texts = summary.map((value) =>
    isObject(value) && value.type === 'summary_text' && Object.keys(value).length === 2 ? stringOf(value.text) : undefined,
  );
  if (!texts.every((text) => text !== undefined)) return undefined;
  return texts.map((text, index) => ({
    type: 'reasoning',
    text,
    ...metadata(OPENAI_RESPONSES, { item: index === 0 ? fields : 'same' }),
  }));
}

function decodeResult(item: JsonObject, stored: string | undefined): Message {
  const { output } = item;
  const id = stringOf(item.call_id) ?? '';
  const text = stringOf(output) ?? (isList(output) ? decodeContent(output) : JSON.stringify(output ?? ''));
  return {
    role: 'tool',
    parts: [
      {
        type: 'tool-result',
        id,
        output: text,
        ...metadata(OPENAI_RESPONSES, { stored, fields: without(item, 'type', 'call_id', 'output') }),
      },
    ],
  };
}
