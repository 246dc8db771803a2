import {
  type Attachment,
  contentHash,
  type Json,
  type JsonObject,
  type Opaque,
  type Part,
  type Reasoning,
  type ResultPart,
} from '@tenfold/core';
import { attachment, fileSource } from '../attachment.ts';
import { fieldsOf, isList, isObject, metadata, metadataOf, objectOf, sameJson, stringOf, without } from '../json.ts';
import { ANTHROPIC } from './id.ts';

/** Block types with rules of their own; an opaque part may not pose as one. */
const RULED = ['text', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result'];

/** A content block as a part; anything that would not come back exactly is kept opaque. */
export function decodeBlock(value: Json): Part {
  return (isObject(value) ? (decodeSpoken(value) ?? decodeThought(value) ?? decodeTool(value)) : undefined) ?? opaque(value);
}

function opaque(value: Json): Opaque {
  return { type: 'opaque', dialect: ANTHROPIC, value };
}

/** Blocks that may also stand in a tool result. */
function decodeSpoken(value: JsonObject): ResultPart | undefined {
  if (value.type === 'text' && typeof value.text === 'string') {
    return { type: 'text', text: value.text, ...metadata(ANTHROPIC, { fields: without(value, 'type', 'text') }) };
  }
  const file = decodeFile(value);
  return file !== undefined && sameJson(encodeFile(file), value) ? file : undefined;
}

function decodeFile(value: JsonObject): Attachment | undefined {
  if ((value.type !== 'image' && value.type !== 'document') || !isObject(value.source)) return undefined;
  const { source } = value;
  const name = stringOf(value.title);
  const fields = without(value, 'type', 'source', ...(name === undefined ? [] : ['title']));
  const more = { name, ...metadata(ANTHROPIC, { form: value.type, fields }) };
  const otherwise = value.type === 'image' ? 'image/*' : 'application/octet-stream';
  if (source.type === 'base64' && typeof source.data === 'string') {
    return attachment(stringOf(source.media_type) ?? otherwise, { type: 'base64', data: source.data }, more);
  }
  if (source.type === 'url' && typeof source.url === 'string')
    return attachment(otherwise, { type: 'url', url: source.url }, more);
  return source.type === 'file' && typeof source.file_id === 'string'
    ? attachment(otherwise, { type: 'file', id: source.file_id }, more)
    : undefined;
}

/** A file as a block, or nothing when this wire has no way to carry it. */
export function encodeFile(part: Attachment): JsonObject | undefined {
  const { form } = metadataOf(ANTHROPIC, part);
  const source = fileSource(part);
  const isImage = part.mediaType.startsWith('image/');
  const type =
    typeof form === 'string' ? form : isImage ? 'image' : part.mediaType === 'application/pdf' ? 'document' : undefined;
  if (source === undefined || type === undefined || (source.type === 'file' && form === undefined)) return undefined;
  const title = part.name === undefined || type === 'image' ? {} : { title: part.name };
  const fields = fieldsOf(ANTHROPIC, part);
  if (source.type === 'base64')
    return { type, source: { type: 'base64', media_type: part.mediaType, data: source.data }, ...title, ...fields };
  if (source.type === 'url') return { type, source: { type: 'url', url: source.url }, ...title, ...fields };
  return { type, source: { type: 'file', file_id: source.id }, ...title, ...fields };
}

function decodeThought(value: JsonObject): Reasoning | undefined {
  if (value.type === 'thinking' && typeof value.thinking === 'string') {
    const signed = typeof value.signature === 'string' ? contentHash(value.thinking) : undefined;
    return {
      type: 'reasoning',
      text: value.thinking,
      ...metadata(ANTHROPIC, { fields: without(value, 'type', 'thinking'), signed }),
    };
  }
  if (value.type !== 'redacted_thinking') return undefined;
  return { type: 'reasoning', text: '', ...metadata(ANTHROPIC, { form: 'redacted', fields: without(value, 'type') }) };
}

/** Thinking as a block if it is signed here and still word for word what was signed: an altered block is refused. */
export function encodeThought(part: Reasoning): JsonObject | undefined {
  const { form, signed } = metadataOf(ANTHROPIC, part);
  const fields = fieldsOf(ANTHROPIC, part);
  if (form === 'redacted')
    return part.text === '' && stringOf(fields.data) ? { type: 'redacted_thinking', ...fields } : undefined;
  const isIntact = stringOf(fields.signature) && signed === contentHash(part.text);
  return isIntact ? { type: 'thinking', thinking: part.text, ...fields } : undefined;
}

function decodeTool(value: JsonObject): Part | undefined {
  if (value.type === 'tool_use' && typeof value.id === 'string' && typeof value.name === 'string' && value.input !== undefined) {
    const { id, name, input } = value;
    return {
      type: 'tool-call',
      id,
      name,
      input,
      ...metadata(ANTHROPIC, { fields: without(value, 'type', 'id', 'name', 'input') }),
    };
  }
  if (value.type !== 'tool_result' || typeof value.tool_use_id !== 'string') return undefined;
  const { content, is_error } = value;
  const output =
    typeof content === 'string'
      ? content
      : isList(content)
        ? content.map((block) => decodeSpoken(objectOf(block)) ?? opaque(block))
        : '';
  const isError = typeof is_error === 'boolean' ? { isError: is_error } : {};
  return {
    type: 'tool-result',
    id: value.tool_use_id,
    output,
    ...isError,
    ...metadata(ANTHROPIC, {
      form: content === undefined ? 'absent' : undefined,
      fields: without(value, 'type', 'tool_use_id', 'content', ...(typeof is_error === 'boolean' ? ['is_error'] : [])),
    }),
  };
}

/** An opaque part of this dialect as it came, unless it poses as something that has rules. Files come from users only. */
export function encodeOwn(part: Part, role: string): JsonObject | undefined {
  if (part.type !== 'opaque' || part.dialect !== ANTHROPIC || !isObject(part.value)) return undefined;
  const { type } = part.value;
  if (typeof type !== 'string' || RULED.includes(type)) return undefined;
  return role === 'assistant' && (type === 'image' || type === 'document') ? undefined : part.value;
}
