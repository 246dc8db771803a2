import type { Json, JsonObject, ToolCall } from '../message.ts';

/** The strings of a call that folds may replace: a bare input, or the fields of an object. */
export function callStrings({ input }: ToolCall): readonly string[] {
  if (typeof input === 'string') return [input];
  return isObject(input) ? Object.values(input).filter((value) => typeof value === 'string') : [];
}

/** The input of a call with each of those strings replaced; the same value where none changes. */
export function withCallStrings({ input }: ToolCall, replace: (text: string) => string): Json {
  if (typeof input === 'string') return replace(input);
  if (!isObject(input)) return input;
  let changed = false;
  const fields = Object.entries(input).map(([name, value]): [string, Json] => {
    const now = typeof value === 'string' ? replace(value) : (value as Json);
    changed ||= now !== value;
    return [name, now];
  });
  return changed ? Object.fromEntries(fields) : input;
}

function isObject(input: Json): input is JsonObject {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}
