import type { Json, JsonObject } from '@tenfold/core';
import { isList, isObject } from '../json.ts';

/** The most places one request may mark for caching. */
export const MAX_MARKS = 4;

/** How many places a request marks. */
export function countCacheMarks(value: Json | undefined): number {
  if (isList(value)) return value.reduce((sum: number, item) => sum + countCacheMarks(item), 0);
  if (!isObject(value)) return 0;
  const own = isObject(value.cache_control) ? 1 : 0;
  return (
    own +
    countCacheMarks(value.content) +
    countCacheMarks(value.system) +
    countCacheMarks(value.tools) +
    countCacheMarks(value.messages)
  );
}

/** The request with its newest marks only: a record made of many requests holds the marks of each. */
export function keepCacheMarks(body: JsonObject): JsonObject {
  const excess = { left: countCacheMarks(body) - MAX_MARKS };
  return excess.left <= 0 ? body : { ...body, messages: strip(body.messages, excess) };
}

function strip(value: Json | undefined, excess: { left: number }): Json | undefined {
  if (excess.left <= 0) return value;
  if (isList(value)) return value.map((item) => strip(item, excess) as Json);
  if (!isObject(value)) return value;
  const { cache_control: mark, ...others } = value;
  const content = others.content === undefined ? {} : { content: strip(others.content, excess) };
  if (!isObject(mark) || excess.left <= 0) return { ...value, ...content };
  excess.left -= 1;
  return { ...others, ...content };
}
