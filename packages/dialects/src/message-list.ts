import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, listOf, objectOf } from './json.ts';

/** The messages of a body under this field, or of a bare list; nothing when there are none to look at. */
export function messageList(wire: Json, field: string): readonly Json[] | undefined {
  if (isList(wire)) return wire.length > 0 && wire.every(isObject) ? wire : undefined;
  const list = objectOf(wire)[field];
  return isList(list) ? list : undefined;
}

/** All parts in the content of these messages. */
export function contentParts(messages: readonly Json[]): readonly JsonObject[] {
  return messages.flatMap((message) => listOf(objectOf(message).content).filter(isObject));
}
