import type { Json, Message, Role } from '@tenfold/core';
import type { Decoded } from '../dialect.ts';
import { dress } from '../dress.ts';
import { isList, isObject, listOf, objectOf, without } from '../json.ts';
import { mapInSlices, type Sliced } from '../slices.ts';
import { openingSystem } from '../system-text.ts';
import { JSONL } from './id.ts';
import { decodePart } from './part.ts';

/** A line (or a bare list of its messages) as a conversation. System messages at the start are the frame's. */
export function* decodeJsonl(wire: Json): Sliced<Decoded> {
  const line = objectOf(wire);
  const list = isList(wire) ? wire : listOf(line.messages);
  const { taken, text } = openingSystem(list, ['system']);
  return {
    frame: text === undefined ? {} : { system: text },
    messages: yield* mapInSlices(list.slice(taken.length), decodeMessage),
    rest: {
      dialect: JSONL,
      ...(isList(wire) ? { bare: true } : { fields: without(line, 'messages') ?? {} }),
      ...(taken.length === 0 ? {} : { system: taken }),
    },
  };
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

function decodeMessage(value: Json): Message {
  const role = isObject(value) ? ROLES.find((known) => known === value.role) : undefined;
  if (!isObject(value) || role === undefined)
    return { role: 'user', parts: [{ type: 'opaque', dialect: `${JSONL} message`, value }] };
  const { content } = value;
  const fields = without(value, 'role', 'content');
  if (isList(content)) return { role, parts: content.map(decodePart), ...dress(JSONL, { fields }) };
  if (typeof content === 'string')
    return { role, parts: [{ type: 'text', text: content }], ...dress(JSONL, { form: 'string', fields }) };
  return {
    role,
    parts: content === undefined ? [] : [{ type: 'opaque', dialect: JSONL, value: content }],
    ...dress(JSONL, { fields }),
  };
}
