import type { Json, JsonObject, Message, Role } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { isList, isObject, listOf, objectOf, stringOf, without } from '../json.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { decodeExtra } from './extra.ts';
import { JSONL } from './id.ts';
import { decodePart } from './part.ts';

/** A line (or a bare list of its messages) as a conversation. System messages at the start are the frame's. */
export function* decodeJsonl(wire: Json): Sliced<Decoded> {
  const line = objectOf(wire);
  const list = isList(wire) ? wire : listOf(line.messages);
  // Beside its messages a line of ours says its system text, or that it has none: then no message is taken for it.
  const isApart = line.system === null || typeof line.system === 'string';
  const { taken, text } = isApart ? { taken: [], text: stringOf(line.system) } : openingSystem(list, ['system']);
  return {
    frame: text === undefined ? {} : { system: text },
    messages: yield* decodeJsonlMessages(list.slice(taken.length)),
    rest: {
      dialect: JSONL,
      ...(isList(wire) ? { bare: true } : { fields: without(line, 'messages', ...(isApart ? ['system'] : [])) ?? {} }),
      ...(isApart ? { apart: true } : {}),
      ...(taken.length === 0 ? {} : { system: taken }),
    },
  };
}

/** Messages, wherever they stand. */
export function decodeJsonlMessages(list: readonly Json[]): Sliced<readonly Message[]> {
  return mapInSlices(list, decodeMessage);
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

function decodeMessage(value: Json): Message {
  const role = isObject(value) ? ROLES.find((known) => known === value.role) : undefined;
  if (!isObject(value) || role === undefined)
    return { role: 'user', parts: [{ type: 'opaque', dialect: `${JSONL} message`, value }] };
  const { content } = value;
  const extra = (remembered: JsonObject) => decodeExtra(value, remembered, 'role', 'content');
  if (isList(content)) return { role, parts: content.map(decodePart), ...extra({}) };
  if (typeof content === 'string') return { role, parts: [{ type: 'text', text: content }], ...extra({ form: 'string' }) };
  return {
    role,
    parts: content === undefined ? [] : [{ type: 'opaque', dialect: JSONL, value: content }],
    ...extra({}),
  };
}
