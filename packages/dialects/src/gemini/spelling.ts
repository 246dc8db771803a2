import type { Json, JsonObject } from '@tenfold/core';
import { isObject } from '../json.ts';

/** Names of a part's fields in protobuf, which the API takes too and Python tools write, and in its JSON. */
const NAMES: Readonly<Record<string, string>> = {
  function_call: 'functionCall',
  function_response: 'functionResponse',
  inline_data: 'inlineData',
  file_data: 'fileData',
  executable_code: 'executableCode',
  code_execution_result: 'codeExecutionResult',
  thought_signature: 'thoughtSignature',
  video_metadata: 'videoMetadata',
  mime_type: 'mimeType',
  file_uri: 'fileUri',
  display_name: 'displayName',
};

/** A part with its fields named as in JSON, those that such tools write as unset left out; the same value where that is so already. */
export function spelled(part: Json): Json {
  if (!isObject(part)) return part;
  const { functionCall, functionResponse, function_call, function_response } = part;
  const named = renamed(part);
  // What a function was given and answered is its own business.
  if (isObject(functionCall ?? functionResponse ?? function_call ?? function_response)) return named;
  return mapped(named, (value) => (isObject(value) ? renamed(value) : value));
}

function renamed(object: JsonObject): JsonObject {
  const keys = Object.keys(object);
  if (!keys.some((key) => Object.hasOwn(NAMES, key))) return object;
  return Object.fromEntries(
    keys.filter((key) => object[key] !== null).map((key) => [Object.hasOwn(NAMES, key) ? (NAMES[key] ?? key) : key, object[key]]),
  );
}

function mapped(object: JsonObject, change: (value: Json | undefined) => Json | undefined): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value)] as const);
  return entries.every(([key, value]) => value === object[key]) ? object : Object.fromEntries(entries);
}
