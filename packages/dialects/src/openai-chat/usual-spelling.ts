import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, objectOf, stringOf, without } from '../json.ts';

/**
 * Messages as this API spells them, where other servers and recordings spell them otherwise: arguments as a value instead of its text,
 * calls without ids answered in order, the name of a call beside its arguments. What is spelled as usual comes back as the same value.
 */
export function usualSpelling(list: readonly Json[], before = 0): readonly Json[] {
  const waiting: Waiting[] = [];
  const spelled = list.map((message, at): Json => {
    if (!isObject(message)) return message;
    if (message.role === 'assistant' && isList(message.tool_calls)) {
      const calls = message.tool_calls.map((call, index) => spelledCall(call, `call_${before + at}_${index}`));
      waiting.length = 0;
      for (const call of calls) waiting.push(...waitingFor(call));
      return calls.every((call, index) => call === (message.tool_calls as readonly Json[])[index])
        ? message
        : { ...message, tool_calls: calls };
    }
    return message.role === 'tool' ? spelledResult(message, waiting) : message;
  });
  return spelled.every((message, at) => message === list[at]) ? list : spelled;
}

/** A call whose result is yet to come. */
interface Waiting {
  readonly id: string;
  readonly name: string;
}

function waitingFor(call: Json): readonly Waiting[] {
  const { id, function: inner } = objectOf(call);
  return typeof id === 'string' ? [{ id, name: stringOf(objectOf(inner).name) ?? '' }] : [];
}

function spelledCall(call: Json, newId: string): Json {
  if (!isObject(call) || call.type === 'custom') return call;
  const isNested = isObject(call.function);
  const inner = isNested ? objectOf(call.function) : call;
  const { name } = inner;
  const given = isNested ? inner.arguments : (call.arguments ?? call.args ?? call.input);
  if (typeof name !== 'string') return call;
  const id = typeof call.id === 'string' && call.id !== '' ? call.id : newId;
  if (isNested && id === call.id && typeof given === 'string') return call;
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  const rest = isNested ? without(call, 'id', 'function') : without(call, 'id', 'type', 'name', 'arguments', 'args', 'input');
  return { id, type: 'function', ...rest, function: { ...(isNested ? inner : {}), name, arguments: text } };
}

/** A result without an id answers the first call that waits for one, of its name where it has one. */
function spelledResult(message: JsonObject, waiting: Waiting[]): JsonObject {
  const said = stringOf(message.tool_call_id);
  if (said !== undefined && said !== '') {
    const known = waiting.findIndex(({ id }) => id === said);
    if (known >= 0) waiting.splice(known, 1);
    return message;
  }
  const name = stringOf(message.name) ?? stringOf(message.tool_name);
  const named = waiting.findIndex((call) => call.name === name);
  const [call] = waiting.splice(Math.max(named, 0), 1);
  return call === undefined ? message : { ...message, tool_call_id: call.id };
}
