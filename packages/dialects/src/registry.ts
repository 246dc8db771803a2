import type { Json } from '@tenfold/core';
import { aiSdk } from './ai-sdk/dialect.ts';
import { anthropic } from './anthropic/dialect.ts';
import type { Dialect, DialectId } from './dialect.ts';
import { gemini } from './gemini/dialect.ts';
import { jsonl } from './jsonl/dialect.ts';
import { openAiChat } from './openai-chat/dialect.ts';
import { openAiResponses } from './openai-responses/dialect.ts';
import type { Sliced } from './slices.ts';

/** Every dialect, the most clearly marked first: the first that recognises a value is its dialect. */
export const dialects: readonly Dialect[] = [gemini, openAiResponses, anthropic, aiSdk, jsonl, openAiChat];

/** The dialect of a name. */
export function dialectOf(id: DialectId): Dialect {
  const found = dialects.find((dialect) => dialect.id === id);
  if (found === undefined)
    throw new RangeError(`no dialect ${id}; there are ${dialects.map((dialect) => dialect.id).join(', ')}`);
  return found;
}

/** The dialect a request body, or a bare list of messages, is written in; told by content. */
export function detectDialect(wire: Json): Dialect | undefined {
  return dialects.find((dialect) => dialect.detect(wire));
}

/** The same in slices, for a list that may be very long. */
export function* detectInSlices(wire: Json): Sliced<Dialect | undefined> {
  for (const dialect of dialects) {
    if (dialect.detect(wire)) return dialect;
    yield;
  }
  return undefined;
}
