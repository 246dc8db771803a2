import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject } from '../json.ts';

const MARK = 'cache_control';

/** A value without the places it marks for caching. The same object where it marks none. */
export function unmarked(value: Json): Json {
  if (isList(value)) {
    const items = value.map(unmarked);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const { [MARK]: mark, ...others } = value;
  // Arguments of a call are the model's own words, whatever their names.
  const content = others.content === undefined ? undefined : unmarked(others.content);
  if (mark === undefined && content === others.content) return value;
  return { ...(mark === undefined ? value : others), ...(content === undefined ? {} : { content }) };
}

/** The mark a message has on its last marked block. */
export function markIn(value: Json | undefined): JsonObject | undefined {
  if (isList(value)) {
    for (const item of value.toReversed()) {
      const found = markIn(item);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  return isObject(value[MARK]) ? value[MARK] : markIn(value.content);
}

/** The message with a mark on its last block; as it is where no block can carry one. */
export function withMark(message: JsonObject, mark: JsonObject): JsonObject {
  const { content } = message;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : isList(content) ? content : [];
  const last = blocks.at(-1);
  if (!isObject(last) || last.type === 'thinking' || last.type === 'redacted_thinking') return message;
  return { ...message, content: [...blocks.slice(0, -1), { ...last, [MARK]: mark }] };
}
