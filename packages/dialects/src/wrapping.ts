import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject, objectOf, without } from './json.ts';
import { fromShareGpt, isShareGpt, toShareGpt } from './share-gpt.ts';

/** A request inside something else: a line of a batch, or turns in another spelling. */
export interface Wrapped {
  /** What the outside calls it. */
  readonly id?: string;
  readonly inner: Json;
  /** The same outside around another inside. */
  wrap(inner: Json): Json;
}

/** How batches of OpenAI, Anthropic and Gemini name a request, and where they keep it. */
const BATCHES: readonly (readonly [string, string])[] = [
  ['custom_id', 'body'],
  ['custom_id', 'params'],
  ['key', 'request'],
];

/** What a value wraps, where it is no request itself. */
export function unwrap(value: Json): Wrapped | undefined {
  if (!isObject(value) || isList(value.messages) || isList(value.contents)) return undefined;
  const batch = BATCHES.find(([name, field]) => typeof value[name] === 'string' && isObject(value[field]));
  if (batch !== undefined) return line(value, batch);
  if (!isShareGpt(value)) return undefined;
  const { id } = value;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    inner: { messages: fromShareGpt(value.conversations) },
    wrap: (inner) => ({ ...value, conversations: toShareGpt(objectOf(inner).messages, value.conversations) }),
  };
}

function line(value: JsonObject, [name, field]: readonly [string, string]): Wrapped {
  return {
    id: value[name] as string,
    inner: value[field] as Json,
    wrap: (inner) => ({ ...without(value, field), [field]: inner }),
  };
}
