import type { Attachment, Json, JsonObject, Part, ResultPart } from '@tenfold/core';
import { fieldsOf, isList, isObject, sameJson } from '../json.ts';
import { decodeExtra, encodeExtra } from './extra.ts';
import { JSONL } from './id.ts';

/** A part of a line's message. What would not come back exactly is kept opaque. */
export function decodePart(value: Json): Part {
  const part = isObject(value) ? readPart(value) : undefined;
  return part !== undefined && sameJson(encodePart(part), value) ? part : { type: 'opaque', dialect: JSONL, value };
}

function readPart(value: JsonObject): Part | undefined {
  const { type, text, id, name, input, output, isError } = value;
  if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return { type, text, ...kept(value, 'text') };
  if (type === 'tool_call' && typeof id === 'string' && typeof name === 'string' && input !== undefined) {
    return { type: 'tool-call', id, name, input, ...kept(value, 'id', 'name', 'input') };
  }
  if (type === 'tool_result' && typeof id === 'string') {
    const result = isList(output) ? output.map(decodeResultPart) : output;
    if (typeof result !== 'string' && !Array.isArray(result)) return undefined;
    const facts = { ...(typeof name === 'string' ? { name } : {}), ...(typeof isError === 'boolean' ? { isError } : {}) };
    return { type: 'tool-result', id, output: result, ...facts, ...kept(value, 'id', 'output', ...Object.keys(facts)) };
  }
  if (type === 'opaque' && typeof value.dialect === 'string' && value.value !== undefined && Object.keys(value).length === 3)
    return { type, dialect: value.dialect, value: value.value };
  return type === 'attachment' ? readAttachment(value) : undefined;
}

function readAttachment(value: JsonObject): Attachment | undefined {
  const { mediaType, name, bytes, image, source } = value;
  if (typeof mediaType !== 'string') return undefined;
  const size =
    isObject(image) && typeof image.width === 'number' && typeof image.height === 'number'
      ? { width: image.width, height: image.height }
      : undefined;
  return {
    type: 'attachment',
    mediaType,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof bytes === 'number' ? { bytes } : {}),
    ...(size === undefined ? {} : { image: size }),
    ...(source === undefined ? {} : { source }),
    ...kept(value, 'mediaType', 'name', 'bytes', 'image', 'source'),
  };
}

function kept(value: JsonObject, ...read: readonly string[]) {
  return decodeExtra(value, {}, 'type', ...read);
}

function decodeResultPart(value: Json): ResultPart {
  const part = decodePart(value);
  return part.type === 'text' || part.type === 'attachment' || part.type === 'opaque'
    ? part
    : { type: 'opaque', dialect: JSONL, value };
}

/** A part as it stands in a line: this format has a word for every kind, other vendors' parts included. */
export function encodePart(part: Part): Json {
  const fields = part.type === 'opaque' ? {} : { ...encodeExtra(part), ...fieldsOf(JSONL, part) };
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text, ...fields };
    case 'tool-call':
      return { type: 'tool_call', id: part.id, name: part.name, input: part.input, ...fields };
    case 'tool-result': {
      const output = typeof part.output === 'string' ? part.output : part.output.map(encodePart);
      const facts = {
        ...(part.name === undefined ? {} : { name: part.name }),
        ...(part.isError === undefined ? {} : { isError: part.isError }),
      };
      return { type: 'tool_result', id: part.id, ...facts, output, ...fields };
    }
    case 'attachment': {
      const { extra: _, ...facts } = part;
      return { ...facts, ...fields } as JsonObject;
    }
    case 'opaque':
      return part.dialect === JSONL && !isPaired(part.value)
        ? part.value
        : { type: 'opaque', dialect: part.dialect, value: part.value };
  }
}

/** An opaque part may not pose as half of a tool transaction. */
function isPaired(value: Json): boolean {
  return isObject(value) && (value.type === 'tool_call' || value.type === 'tool_result');
}
