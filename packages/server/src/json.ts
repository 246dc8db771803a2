import type { Json, JsonObject } from '@tenfold/core';
import * as z from 'zod';

/** A schema under a name of its own in the API's description. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  return schema.meta({ id });
}

/** A list nobody changes. */
export function list<T extends z.ZodType>(item: T) {
  return z.array(item).readonly();
}

/** Any JSON. */
export const json = z.unknown() as unknown as z.ZodType<Json>;

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown()) as unknown as z.ZodType<JsonObject>;

/** Milliseconds since 1970. */
export const time = z.number();

/** A whole number that counts something. */
export const count = z.number().int().min(0);

/** A whole number in a query string. */
export const countInQuery = z.coerce.number().int().min(0);

/** Yes or no in a query string. */
export const flagInQuery = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** Names things; long enough for any id, short enough to be logged. */
export const id = z.string().min(1).max(200);

/** A title or label somebody types. */
export const title = z.string().max(500);
