import type { Json, JsonObject } from '@tenfold/core';
import { mapInSlices, type Sliced } from './slices.ts';

/** Whether a value is a plain JSON object: no list, no null, no class instance. */
export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value is a list. */
export const isList: (value: unknown) => value is readonly Json[] = Array.isArray;

/** The value as a list; an empty one when it is none. */
export function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** The value as an object; an empty one when it is none. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value if it is a string. */
export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A value as a word to compare or to name: what is no plain value has none. `String` fails where an object brings a `toString` of its own. */
export function wordOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value);
}

/** The fields of an object but these; nothing when none is left. */
export function without(object: JsonObject, ...keys: readonly string[]): JsonObject | undefined {
  let left: [string, Json][] | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined || keys.includes(key)) continue;
    left ??= [];
    left.push([key, value]);
  }
  return left === undefined ? undefined : Object.fromEntries(left);
}

/** The object without fields that are undefined. */
export function defined(object: JsonObject): JsonObject {
  for (const key of Object.keys(object))
    if (object[key] === undefined) return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
  return object;
}

/** Whether two JSON values say the same; order of fields aside. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isList(left))
    return isList(right) && left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  );
}

/** Levels of lists and objects in each other that are read; no real conversation comes near, and beyond some thousands the stack ends. */
export const MAX_LEVELS = 500;

/** How many values lie in a JSON value, itself included; null when they lie deeper in each other than is read. */
export function jsonSize(value: unknown, levels = MAX_LEVELS): number | null {
  if (typeof value !== 'object' || value === null) return 1;
  if (levels === 0) return null;
  let size = 1;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    const within = jsonSize(inner, levels - 1);
    if (within === null) return null;
    size += within;
  }
  return size;
}

/** JSON text as a value, or undefined when it is none, or none that is read. */
export function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return jsonSize(value) === null ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether every string in a value, names of fields too, is well-formed Unicode. */
export function isWellFormed(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (isList(value)) return value.every(isWellFormed);
  // Without lists of its fields: this looks at all that is ever sent.
  if (isObject(value)) for (const key in value) if (!key.isWellFormed() || !isWellFormed(value[key])) return false;
  return true;
}

/** The body of a request made well-formed, item by item of its lists; the same where it is. */
export function* wellFormedBody(body: Json): Sliced<Json> {
  if (isList(body)) {
    const list = yield* mapInSlices(body, wellFormed);
    return list.every((item, at) => item === body[at]) ? body : list;
  }
  if (!isObject(body)) return wellFormed(body);
  const fields: [string, Json | undefined][] = [];
  let isSame = true;
  for (const key of Object.keys(body)) {
    const field = body[key];
    const whole = field === undefined ? undefined : yield* wellFormedBody(field);
    fields.push([key.toWellFormed(), whole]);
    isSame &&= whole === field && key.isWellFormed();
  }
  return isSame ? body : Object.fromEntries(fields);
}

/** The value with U+FFFD for every lone surrogate; the same value when there is none. One such half bricks a session: APIs refuse the whole body. */
export function wellFormed<Value extends Json | undefined>(value: Value): Value {
  return isWellFormed(value) ? value : (mend(value) as Value);
}

function mend(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.toWellFormed();
  if (isList(value)) return value.map((item) => mend(item) ?? null);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, field]) => [key.toWellFormed(), mend(field)]));
  return value;
}

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
