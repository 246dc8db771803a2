import type { Json, JsonObject } from './message.ts';

/** A type as JSON has it: what is no JSON in it, such as a function or a date, can have no value. */
type JsonOf<T> = T extends Json | undefined
  ? T
  : T extends (...given: never) => unknown
    ? never
    : T extends object
      ? { readonly [Key in keyof T]: JsonOf<T[Key]> }
      : never;

/** A value whose fields are all JSON, as JSON: the compiler looks at each of them, but does not take an interface for an object of any fields. */
export function asJson<T extends object>(value: T & JsonOf<T>): T extends readonly unknown[] ? readonly Json[] : JsonObject;
export function asJson(value: object): Json {
  return value as Json;
}
