import type { JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf, wordOf } from '../json.ts';
import type { WireId } from './request-shape.ts';

/**
 * Why a request is left alone: it has the vendor shorten the history, or holds what the vendor made of it. Null for all others;
 * Claude Code always sends `context_management`, mostly with edits that do not matter here.
 */
export function reasonToStepAside(wire: WireId, body: JsonObject): string | null {
  if (wire === 'anthropic') return editsOf(body) ?? compactionIn(listOf(body.messages).flatMap(blocksOf));
  if (wire !== 'openai-responses') return null;
  if (body.previous_response_id !== undefined && body.previous_response_id !== null) return 'previous_response_id';
  if (body.conversation !== undefined && body.conversation !== null) return 'conversation';
  const edits = [...listOf(body.context_management), body.context_management ?? null].filter(isObject);
  const isManaged = edits.some(({ compact_threshold }) => compact_threshold !== undefined && compact_threshold !== null);
  if (isManaged) return 'compact_threshold';
  return compactionIn(edits) ?? compactionIn(listOf(body.input).filter(isObject));
}

function editsOf(body: JsonObject): string | null {
  const types = listOf(objectOf(body.context_management).edits).map((edit) => wordOf(objectOf(edit).type));
  return reasonIn(types, /^(?:compact_|clear_tool_uses_)[\w.-]{0,60}/);
}

function blocksOf(message: unknown): readonly JsonObject[] {
  return isObject(message) ? listOf(message.content).filter(isObject) : [];
}

function compactionIn(items: readonly JsonObject[]): string | null {
  const types = items.map(({ type }) => wordOf(type));
  return reasonIn(types, /^compaction(?:_[\w.-]{0,60}|$)/);
}

/** What of the first such type is told: a header has room for so much, and for plain letters only. */
function reasonIn(types: readonly string[], pattern: RegExp): string | null {
  for (const type of types) {
    const [reason] = pattern.exec(type) ?? [];
    if (reason !== undefined) return reason;
  }
  return null;
}
