import type { JsonObject } from '@tenfold/core';
import { defined, objectOf } from './json.ts';

/**
 * What a dialect remembers about a value beyond its meaning: unknown fields, string or list, cache marks. It rides in `extra` under the
 * dialect's own name, so that another dialect never mistakes it for its own.
 */
export function dress(dialect: string, remembered: JsonObject): { readonly extra?: JsonObject } {
  const kept = defined(remembered);
  return Object.keys(kept).length === 0 ? {} : { extra: { [dialect]: kept } };
}

/** What this dialect remembered in an `extra`. */
export function dressOf(dialect: string, value: { readonly extra?: JsonObject }): JsonObject {
  return objectOf(value.extra?.[dialect]);
}

/** The unknown fields this dialect saw on a value. */
export function fieldsOf(dialect: string, value: { readonly extra?: JsonObject }): JsonObject {
  return objectOf(dressOf(dialect, value).fields);
}
