import type { Attachment, Json, JsonObject, Part, ToolResult } from '@tenfold/core';
import { inputObject } from '../arguments.ts';
import { attachment, fileSource } from '../attachment.ts';
import { inertAttachment, inertOpaque, inertReasoning, inertSystem } from '../inert.ts';
import { fieldsOf, isObject, metadata, metadataOf, objectOf, parseJson, sameJson, stringOf, without } from '../json.ts';
import { wireName } from '../wire-id.ts';
import { GEMINI } from './id.ts';

/** A tool's name as this API takes it. */
export function geminiName(name: string): string {
  const kept = wireName(name, /[^a-zA-Z0-9_.:-]/g, 64);
  return /^[a-zA-Z_]/.test(kept) ? kept : wireName(`_${kept}`, /[^a-zA-Z0-9_.:-]/g, 64);
}

/** A part that is neither call nor response; anything that would not come back exactly is kept opaque. */
export function decodePart(value: Json): Part {
  if (isObject(value)) {
    if (typeof value.text === 'string') {
      const type = value.thought === true ? 'reasoning' : 'text';
      return {
        type,
        text: value.text,
        ...metadata(GEMINI, {
          own: type === 'reasoning' ? true : undefined,
          fields: without(value, 'text', ...(type === 'reasoning' ? ['thought'] : [])),
        }),
      };
    }
    const file = decodeFile(value);
    if (file !== undefined && sameJson(encodeFile(file), value)) return file;
  }
  return { type: 'opaque', dialect: GEMINI, value };
}

function decodeFile(value: JsonObject): Attachment | undefined {
  const { inlineData, fileData } = value;
  const fields = without(value, 'inlineData', 'fileData');
  const content = objectOf(inlineData ?? fileData);
  const more = { name: stringOf(content.displayName), ...metadata(GEMINI, { fields }) };
  const mediaType = stringOf(content.mimeType) ?? 'application/octet-stream';
  if (isObject(inlineData) && typeof inlineData.data === 'string')
    return attachment(mediaType, { type: 'base64', data: inlineData.data }, more);
  return isObject(fileData) && typeof fileData.fileUri === 'string'
    ? attachment(mediaType, { type: 'url', url: fileData.fileUri }, more)
    : undefined;
}

/** A file as a part, or nothing when this wire has no way to carry it. */
export function encodeFile(part: Attachment): JsonObject | undefined {
  const source = fileSource(part);
  const name = part.name === undefined ? {} : { displayName: part.name };
  const fields = fieldsOf(GEMINI, part);
  if (source?.type === 'base64') return { inlineData: { mimeType: part.mediaType, data: source.data, ...name }, ...fields };
  return source?.type === 'url' ? { fileData: { mimeType: part.mediaType, fileUri: source.url, ...name }, ...fields } : undefined;
}

/** What a function answered: one text field as text, anything else as JSON text, so that a stand-in can take its place. */
export function decodeResponse(
  response: Json | undefined,
): Pick<ToolResult, 'output' | 'isError'> & { readonly remembered: JsonObject } {
  const object = objectOf(response);
  const [field, ...others] = Object.keys(object);
  const text = field === undefined ? undefined : stringOf(object[field]);
  if (others.length === 0 && text !== undefined && (field === 'output' || field === 'result' || field === 'content')) {
    return { output: text, remembered: { form: field === 'output' ? undefined : field } };
  }
  if (others.length === 0 && text !== undefined && field === 'error') return { output: text, isError: true, remembered: {} };
  return { output: JSON.stringify(object), remembered: { form: 'json' } };
}

/** A result's text as the object this API wants. */
export function encodeResponse(result: ToolResult): JsonObject {
  const { form } = metadataOf(GEMINI, result);
  const text =
    typeof result.output === 'string'
      ? result.output
      : result.output
          .map((part) =>
            part.type === 'text' ? part.text : part.type === 'opaque' ? inertOpaque(part).text : inertAttachment(part).text,
          )
          .join('\n');
  const value = form === 'json' ? parseJson(text) : undefined;
  if (isObject(value)) return value;
  if (result.isError) return { error: text };
  return form === 'result' || form === 'content' ? { [form]: text } : { output: text };
}

/** Data fields with rules of their own; an opaque part may not pose as one. */
const RULED = ['text', 'functionCall', 'functionResponse'];
/** Data fields a part may hold, beside those with rules. */
const DATA = ['inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
/** All of them: a part holds one. */
export const DATA_FIELDS: readonly string[] = [...RULED, ...DATA];

/** Whether a part holds data of a kind that is passed through. */
function isPassedThrough(value: Json): value is JsonObject {
  return isObject(value) && DATA.some((field) => isObject(value[field])) && !RULED.some((field) => value[field] !== undefined);
}

/** A part that is no result, as a part of this wire; empty text is left out, this API refuses it. */
export function encodePart(part: Part, role: string): readonly JsonObject[] {
  switch (part.type) {
    case 'text': {
      const fields = fieldsOf(GEMINI, part);
      if (part.text === '' && typeof fields.thoughtSignature !== 'string') return [];
      return [{ text: role === 'system' ? inertSystem(part.text).text : part.text, ...fields }];
    }
    case 'reasoning': {
      if (metadataOf(GEMINI, part).own !== true) return [{ text: inertReasoning(part).text }];
      const fields = fieldsOf(GEMINI, part);
      return part.text === '' && typeof fields.thoughtSignature !== 'string'
        ? []
        : [{ text: part.text, thought: true, ...fields }];
    }
    case 'attachment':
      return [encodeFile(part) ?? { text: inertAttachment(part).text }];
    case 'opaque':
      return [part.dialect === GEMINI && isPassedThrough(part.value) ? part.value : { text: inertOpaque(part).text }];
    case 'tool-call': {
      const { id, inner } = metadataOf(GEMINI, part);
      return [
        {
          functionCall: {
            ...(id === true ? { id: part.id } : {}),
            name: geminiName(part.name),
            args: inputObject(part),
            ...objectOf(inner),
          },
          ...fieldsOf(GEMINI, part),
        },
      ];
    }
    case 'tool-result':
      return [];
  }
}
