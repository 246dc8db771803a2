import type { Json, JsonObject, Message, Part } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { isList, isObject, listOf, metadata, objectOf, stringOf, without, wordOf } from '../json.ts';
import { contentParts } from '../message-list.ts';
import { isPlainText } from '../plain-text.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem, systemText } from '../system-text.ts';
import { decodeFile } from './file.ts';
import { AI_SDK } from './id.ts';
import { decodeOutput } from './output.ts';

/** A list of model messages, or the arguments of a call that hold one, as a conversation. */
export function* decodeAiSdk(wire: Json): Sliced<Decoded> {
  const body = objectOf(wire);
  const list = isList(wire) ? wire : listOf(body.messages);
  const { taken, text } = openingSystem(list, ['system'], stringOf);
  const field = body.instructions === undefined ? 'system' : 'instructions';
  const instructions = instructionsText(body[field]);
  const texts = [instructions, text].filter((words) => words !== undefined);
  const pending = pendingApprovals(list);
  return {
    frame: texts.length === 0 ? {} : { system: texts.join('\n\n') },
    messages: yield* mapInSlices(list.slice(taken.length), (message) => decodeModelMessage(message, pending)),
    rest: {
      dialect: AI_SDK,
      ...(isList(wire)
        ? { bare: true }
        : { fields: without(body, 'messages', ...(instructions === undefined ? [] : [field])) ?? {} }),
      ...(instructions === undefined ? {} : { instructions: { field, value: body[field] } }),
      ...(taken.length === 0 ? {} : { system: taken }),
    },
  };
}

/** The words of instructions: a string, a system message, or a list of them. */
export function instructionsText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (isObject(value)) return systemText(value.content);
  return isList(value) && value.length > 0 ? openingSystem(value, ['system'], stringOf).text : undefined;
}

/** Calls that wait for a person's yes and have no result: they are no half of a transaction yet. */
export function pendingApprovals(messages: readonly Json[]): ReadonlySet<string> {
  const parts = contentParts(messages);
  const waiting = new Set<string>();
  for (const { type, toolCallId } of parts) if (type === 'tool-approval-request') waiting.add(wordOf(toolCallId));
  for (const { type, toolCallId } of parts) if (type === 'tool-result') waiting.delete(wordOf(toolCallId));
  return waiting;
}

const NONE: ReadonlySet<string> = new Set();

/** One model message. `pending` names calls that wait for a person's yes. */
export function decodeModelMessage(value: Json, pending: ReadonlySet<string> = NONE): Message {
  if (!isObject(value)) return odd(value);
  const { role, content } = value;
  if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') return odd(value);
  const fields = without(value, 'role', 'content');
  if (typeof content === 'string') {
    const form = role === 'assistant' ? 'string' : undefined;
    return { role, parts: [{ type: 'text', text: content }], ...metadata(AI_SDK, { form, fields }) };
  }
  if (!isList(content)) return odd(value);
  const parts = content.map(
    (part): Part =>
      (isObject(part) ? readPart(part, role, pending) : undefined) ?? { type: 'opaque', dialect: AI_SDK, value: part },
  );
  // Only what is unusual is remembered: a user's bare words come as a string, the model's as a list.
  return { role, parts, ...metadata(AI_SDK, { form: role === 'user' && isPlainText(parts) ? 'list' : undefined, fields }) };
}

function readPart(value: JsonObject, role: string, pending: ReadonlySet<string>): Part | undefined {
  const { type, text } = value;
  if ((type === 'text' || type === 'reasoning') && typeof text === 'string') {
    return { type, text, ...metadata(AI_SDK, { fields: without(value, 'type', 'text') }) };
  }
  const id = stringOf(value.toolCallId);
  const name = stringOf(value.toolName);
  if (id === undefined || name === undefined) return decodeFile(value);
  // Earlier versions called it `args`, and what came back `result`.
  const { input = value.args, output: answer = earlierOutput(value) } = value;
  if (type === 'tool-call' && value.providerExecuted !== true && !pending.has(id) && input !== undefined) {
    const bare = isObject(input) ? undefined : 'bare';
    const fields = without(value, 'type', 'toolCallId', 'toolName', value.input === undefined ? 'args' : 'input');
    return { type: 'tool-call', id, name, input, ...metadata(AI_SDK, { form: bare, fields }) };
  }
  if (type !== 'tool-result' || role !== 'tool') return undefined;
  const { remembered, ...output } = decodeOutput(answer);
  const read = value.output === undefined ? ['result', 'isError'] : ['output'];
  return {
    type: 'tool-result',
    id,
    name,
    ...output,
    ...metadata(AI_SDK, { ...remembered, fields: without(value, 'type', 'toolCallId', 'toolName', ...read) }),
  };
}

function earlierOutput({ result, isError }: JsonObject): Json | undefined {
  if (result === undefined) return undefined;
  return { type: `${isError === true ? 'error-' : ''}${typeof result === 'string' ? 'text' : 'json'}`, value: result };
}

/** Something that is no message of this SDK: kept whole, as a part nobody reads. */
function odd(value: Json): Message {
  return { role: 'user', parts: [{ type: 'opaque', dialect: `${AI_SDK} message`, value }] };
}
