import type { Json, JsonObject, ResultPart, ToolResult } from '@tenfold/core';
import { inertAttachment, inertOpaque, textPart } from '../inert.ts';
import { fieldsOf, isList, isObject, metadata, metadataOf, objectOf, parseJson, stringOf, without, wordOf } from '../json.ts';
import { decodeResultFile, encodeResultFile } from './file.ts';
import { AI_SDK } from './id.ts';

type Output = Pick<ToolResult, 'output' | 'isError'> & { readonly remembered: JsonObject };

/** A tool's output: text as it is, JSON as its text, so that a stand-in can take its place. */
export function decodeOutput(value: Json | undefined): Output {
  const { type, value: content, reason } = objectOf(value);
  const outer = without(objectOf(value), 'type', 'value', 'reason');
  const text = stringOf(content);
  if (type === 'text' && text !== undefined) return { output: text, remembered: { outer } };
  if (type === 'error-text' && text !== undefined) return { output: text, isError: true, remembered: { outer } };
  if (type === 'json' && content !== undefined) return { output: JSON.stringify(content), remembered: { form: 'json', outer } };
  if (type === 'error-json' && content !== undefined)
    return { output: JSON.stringify(content), isError: true, remembered: { form: 'json', outer } };
  if (type === 'execution-denied')
    return { output: stringOf(reason) ?? '', isError: true, remembered: { form: 'denied', outer } };
  if (type === 'content' && isList(content)) return { output: content.map(decodePiece), remembered: { outer } };
  return { output: [{ type: 'opaque', dialect: AI_SDK, value: value ?? null }], remembered: {} };
}

function decodePiece(value: Json): ResultPart {
  if (isObject(value) && value.type === 'text' && typeof value.text === 'string') {
    return { type: 'text', text: value.text, ...metadata(AI_SDK, { fields: without(value, 'type', 'text') }) };
  }
  return (isObject(value) ? decodeResultFile(value) : undefined) ?? { type: 'opaque', dialect: AI_SDK, value };
}

/** A result's output in the form it came in, unless a stand-in took its place: that is text. */
export function encodeOutput(result: ToolResult): JsonObject {
  const { form, outer } = metadataOf(AI_SDK, result);
  const error = result.isError ? 'error-' : '';
  const fields = objectOf(outer);
  if (typeof result.output !== 'string') return { type: 'content', value: result.output.map(encodePiece), ...fields };
  if (form === 'json') {
    const value = parseJson(result.output);
    if (value !== undefined) return { type: `${error}json`, value, ...fields };
  }
  if (form === 'denied')
    return { type: 'execution-denied', ...(result.output === '' ? {} : { reason: result.output }), ...fields };
  return { type: `${error}text`, value: result.output, ...fields };
}

/** Kinds of output content, beside text and files that are read. */
const PIECES = [
  'file',
  'file-data',
  'file-url',
  'file-id',
  'file-reference',
  'image-data',
  'image-url',
  'image-file-id',
  'image-file-reference',
  'media',
  'custom',
];

function encodePiece(part: ResultPart): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text, ...fieldsOf(AI_SDK, part) };
  if (part.type === 'attachment') return encodeResultFile(part) ?? encodePiece(inertAttachment(part));
  const own =
    part.dialect === AI_SDK && isObject(part.value) && PIECES.includes(wordOf(part.value.type)) ? part.value : undefined;
  return own ?? encodePiece(textPart(inertOpaque(part).text));
}
