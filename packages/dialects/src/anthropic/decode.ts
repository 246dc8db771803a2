import type { Json, JsonObject, Message, Part, ToolDefinition } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { isList, isObject, listOf, metadata, objectOf, stringOf, without } from '../json.ts';
import { isPlainText } from '../plain-text.ts';
import { remembering } from '../remembered.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { systemText } from '../system-text.ts';
import { decodeBlock } from './block.ts';
import { ANTHROPIC } from './id.ts';

/** A messages request, or its bare list of messages, as a conversation. */
export function* decodeAnthropic(wire: Json): Sliced<Decoded> {
  const body = objectOf(wire);
  const system = systemText(body.system);
  const read = ['messages', ...(isList(body.tools) ? ['tools'] : []), ...(system === undefined ? [] : ['system'])];
  return {
    frame: {
      ...(system === undefined ? {} : { system }),
      ...(isList(body.tools) ? { tools: body.tools.map(decodeTool) } : {}),
    },
    messages: yield* decodeAnthropicTurns(isList(wire) ? wire : listOf(body.messages)),
    rest: {
      dialect: ANTHROPIC,
      ...(isList(wire) ? { bare: true } : { fields: without(body, ...read) ?? {} }),
      ...(isList(body.system) && system !== undefined ? { systemBlocks: body.system } : {}),
    },
  };
}

/** Turns, wherever they stand. */
export function* decodeAnthropicTurns(list: readonly Json[]): Sliced<readonly Message[]> {
  return (yield* mapInSlices(list, (value) => remembered(value, null, () => decodeMessage(value)))).flat();
}

const remembered = remembering<readonly Message[]>();

function decodeTool(tool: Json): ToolDefinition {
  const { name, description, input_schema, defer_loading } = objectOf(tool);
  const deferred = defer_loading === true ? ({ deferred: true } as const) : {};
  if (typeof name !== 'string' || !isObject(input_schema)) {
    return {
      name: stringOf(name) ?? stringOf(objectOf(tool).type) ?? 'tool',
      ...deferred,
      ...metadata(ANTHROPIC, { raw: tool }),
    };
  }
  const worded = typeof description === 'string' ? { description } : {};
  const fields = without(objectOf(tool), 'name', 'input_schema', ...Object.keys(worded));
  return { name, ...worded, parameters: input_schema, ...deferred, ...metadata(ANTHROPIC, { fields }) };
}

/** A turn as messages: the results a user's turn starts with are a message of their own. */
function decodeMessage(value: Json): readonly Message[] {
  if (isObject(value) && value.role === 'system') return [systemTurn(value)];
  if (!isObject(value) || (value.role !== 'user' && value.role !== 'assistant')) return [odd(value)];
  const { role, content } = value;
  const fields = without(value, 'role', 'content');
  if (typeof content === 'string')
    return [
      {
        role,
        parts: [{ type: 'text', text: content }],
        ...metadata(ANTHROPIC, { form: role === 'assistant' ? 'string' : undefined, fields }),
      },
    ];
  if (!isList(content)) return [odd(value)];
  const parts = content.map(decodeBlock);
  const results = role === 'user' ? parts.findIndex((part) => part.type !== 'tool-result') : 0;
  const split = results === -1 ? parts.length : results;
  const messages: Message[] = [];
  if (split > 0) messages.push(message('tool', parts.slice(0, split), fields));
  if (split < parts.length || parts.length === 0) messages.push(message(role, parts.slice(split), fields));
  return messages;
}

/** System text among the messages, as Claude Code sends it; it may hold settings for what follows, and no words at all. */
function systemTurn(value: JsonObject): Message {
  const { content } = value;
  const parts: readonly Part[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(decodeBlock);
  const isWords = parts.every(({ type }) => type === 'text');
  if (!isWords || (typeof content !== 'string' && !isList(content))) return odd(value);
  const form = typeof content === 'string' ? 'string' : 'list';
  return { role: 'system', parts, ...metadata(ANTHROPIC, { turn: 'system', form, fields: without(value, 'role', 'content') }) };
}

/** Only what is unusual is remembered: a user's bare words come as a string, the model's as a list. */
function message(role: Message['role'], parts: readonly Part[], fields: JsonObject | undefined): Message {
  return { role, parts, ...metadata(ANTHROPIC, { form: role === 'user' && isPlainText(parts) ? 'list' : undefined, fields }) };
}

/** Something that is no message of this API: kept whole, as a part nobody reads. */
function odd(value: Json): Message {
  return { role: 'user', parts: [{ type: 'opaque', dialect: `${ANTHROPIC} message`, value }] };
}
