import type { JsonObject } from '@tenfold/core';
import { isObject, metadata, without } from '../json.ts';
import { JSONL } from './id.ts';

/** What other dialects remember of a value (signatures, cache marks, spellings), under a name of its own in a line. */
export function encodeExtra({ extra }: { readonly extra?: JsonObject }): { readonly extra?: JsonObject } {
  const others = extra === undefined ? undefined : without(extra, JSONL);
  return others === undefined ? {} : { extra: others };
}

/** The same read back, with the fields of the line that nobody reads. */
export function decodeExtra(
  value: JsonObject,
  remembered: JsonObject,
  ...read: readonly string[]
): { readonly extra?: JsonObject } {
  const { extra } = value;
  const isOthers = isObject(extra) && Object.keys(extra).length > 0 && !Object.hasOwn(extra, JSONL);
  const fields = without(value, ...read, ...(isOthers ? ['extra'] : []));
  const own = metadata(JSONL, { ...remembered, fields });
  return isOthers ? { extra: { ...extra, ...own.extra } } : own;
}
