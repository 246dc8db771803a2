import type { JsonObject } from '@tenfold/core';
import { defined, objectOf } from './json.ts';

/**
 * What a dialect remembers about a value beyond its meaning: unknown fields, string or list, cache marks. It rides in `extra` under the
 * dialect's own name, so that another dialect never mistakes it for its own.
 */
export function metadata(dialect: string, remembered: JsonObject): { readonly extra?: JsonObject } {
  for (const key of Object.keys(remembered))
    if (remembered[key] !== undefined) return { extra: { [dialect]: defined(remembered) } };
  return {};
}

/** What this dialect remembered in an `extra`. */
export function metadataOf(dialect: string, value: { readonly extra?: JsonObject }): JsonObject {
  return objectOf(value.extra?.[dialect]);
}

/** The unknown fields this dialect saw on a value. */
export function fieldsOf(dialect: string, value: { readonly extra?: JsonObject }): JsonObject {
  return objectOf(metadataOf(dialect, value).fields);
}
