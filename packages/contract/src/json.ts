import { type Json, type JsonObject, MAX_NAME } from '@tenfold/core';
import * as z from 'zod';

// Schemas ask, as they are made, whether they may compile themselves with `new Function`. Pages forbid that, and report
// the question; so it is answered before the first one is made, in whichever part of a page that is.
if ('document' in globalThis) z.config({ jitless: true });

/** A schema under a name of its own in the API's description. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  return schema.meta({ id });
}

/** The same for an object with these fields. */
export function namedObject<const Shape extends z.ZodRawShape>(name: string, shape: Shape): z.ZodObject<Shape> {
  return named(name, z.object(shape));
}

/** A list nobody changes. */
export function list<T extends z.ZodType>(item: T) {
  return z.array(item).readonly();
}

/** Any JSON: whoever reads it has parsed it, so that nothing else can be there. */
export const json = z.custom<Json>((value) => value !== undefined, 'This is missing.');

/** Any JSON object. Looked at from outside alone: it may have hundreds of thousands of fields, and any of them will do. */
export const jsonObject = z
  .custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'This must be an object.')
  .meta({ type: 'object', additionalProperties: {} });

/** Milliseconds since 1970. */
export const time = z.number();

/** A whole number that counts something. */
export const count = z.number().int().min(0);

/** A whole number in a query string. */
export const countInQuery = z.coerce.number<number | string>().int().min(0);

/** Yes or no in a query string. */
export const flagInQuery = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true');

/** Names things; long enough for any id, short enough to be logged. */
export const id = z.string().min(1).max(200);

/** A title or label somebody types. */
export const title = z.string().max(MAX_NAME);
