import type { JsonObject } from '@tenfold/core';

/** What a request said beyond its conversation, if it was a request of this dialect: another's fields mean nothing here. */
export function restOf(dialect: string, rest: JsonObject | undefined): JsonObject {
  return rest?.dialect === dialect ? rest : {};
}
