import type { Attachment, Json, JsonObject, Part, ResultPart } from '@tenfold/core';
import { attachment, dataUrl, fileSource, urlSource } from '../attachment.ts';
import { inertAttachment, inertOpaque } from '../inert.ts';
import { fieldsOf, isList, isObject, metadata, metadataOf, sameJson, stringOf, without } from '../json.ts';
import { OPENAI_RESPONSES } from './id.ts';

/** Content of a message that is not the model's, or of a tool's output, as parts. */
export function decodeContent(content: Json | undefined): readonly ResultPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return isList(content) ? content.map(decodePart) : [{ type: 'opaque', dialect: OPENAI_RESPONSES, value: content }];
}

function decodePart(value: Json): ResultPart {
  if (isObject(value)) {
    if (value.type === 'input_text' && typeof value.text === 'string') {
      return { type: 'text', text: value.text, ...metadata(OPENAI_RESPONSES, { fields: without(value, 'type', 'text') }) };
    }
    const file = decodeFile(value);
    if (file !== undefined && sameJson(encodeFile(file), value)) return file;
  }
  return { type: 'opaque', dialect: OPENAI_RESPONSES, value };
}

function decodeFile(value: JsonObject): Attachment | undefined {
  const { type } = value;
  if (type !== 'input_image' && type !== 'input_file') return undefined;
  const url = stringOf(type === 'input_image' ? value.image_url : (value.file_data ?? value.file_url));
  const id = stringOf(value.file_id);
  const field = type === 'input_image' ? 'image_url' : value.file_data === undefined ? 'file_url' : 'file_data';
  const read = ['type', 'filename', ...(url !== undefined ? [field] : ['file_id'])];
  const more = { name: stringOf(value.filename), ...metadata(OPENAI_RESPONSES, { form: type, fields: without(value, ...read) }) };
  const otherwise = type === 'input_image' ? 'image/*' : 'application/octet-stream';
  if (url === undefined) return id === undefined ? undefined : attachment(otherwise, { type: 'file', id }, more);
  const { mediaType, source } = urlSource(url, otherwise);
  return attachment(mediaType, source, more);
}

/** A file as a content part, or nothing when this wire has no way to carry it. */
function encodeFile(part: Attachment): JsonObject | undefined {
  const source = fileSource(part);
  const { form } = metadataOf(OPENAI_RESPONSES, part);
  const fields = fieldsOf(OPENAI_RESPONSES, part);
  if (source === undefined || (source.type === 'file' && form === undefined)) return undefined;
  const name = part.name === undefined ? {} : { filename: part.name };
  const isImage = form === 'input_image' || (form === undefined && part.mediaType.startsWith('image/'));
  if (source.type === 'file') return { type: isImage ? 'input_image' : 'input_file', file_id: source.id, ...name, ...fields };
  const url = source.type === 'base64' ? dataUrl(part.mediaType, source.data) : source.url;
  if (isImage) return { type: 'input_image', image_url: url, ...(form === undefined ? {} : name), ...fields };
  const named = form === undefined && source.type === 'base64' ? { filename: part.name ?? 'file' } : name;
  return { type: 'input_file', [source.type === 'base64' ? 'file_data' : 'file_url']: url, ...named, ...fields };
}

/** A part as content of a message that is not the model's, or of a tool's output. */
export function encodePart(part: Part): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'input_text', text: part.text, ...fieldsOf(OPENAI_RESPONSES, part) }];
    case 'attachment':
      return [encodeFile(part) ?? { type: 'input_text', text: inertAttachment(part).text }];
    case 'opaque':
      return [encodeOwn(part.dialect, part.value) ?? { type: 'input_text', text: inertOpaque(part).text }];
    default:
      return [];
  }
}

function encodeOwn(dialect: string, value: Json): JsonObject | undefined {
  if (dialect !== OPENAI_RESPONSES || !isObject(value) || typeof value.type !== 'string') return undefined;
  return value.type.startsWith('input_') && value.type !== 'input_text' ? value : undefined;
}

/** A list where one is needed or was, else the bare string. */
export function contentOf(content: readonly JsonObject[], list: boolean): Json {
  const [first] = content;
  if (first === undefined) return '';
  const isPlain = content.length === 1 && first.type === 'input_text' && Object.keys(first).length === 2;
  return isPlain && !list ? (first.text as string) : content;
}
