import type { Attachment, Json, JsonObject, Part, ResultPart } from '@tenfold/core';
import { attachment, dataUrl, fileSource, urlSource } from '../attachment.ts';
import { inertAttachment, inertOpaque } from '../inert.ts';
import { fieldsOf, isList, isObject, metadata, metadataOf, objectOf, sameJson, stringOf, without } from '../json.ts';
import { OPENAI_CHAT } from './id.ts';

/** A content part of the wire as a part; anything that would not come back exactly is kept opaque. */
function decodeContentPart(value: Json): ResultPart {
  if (isObject(value)) {
    if (value.type === 'text' && typeof value.text === 'string') {
      return { type: 'text', text: value.text, ...metadata(OPENAI_CHAT, { fields: without(value, 'type', 'text') }) };
    }
    const file = decodeFile(value);
    if (file !== undefined && sameJson(encodeFile(file), value)) return file;
  }
  return { type: 'opaque', dialect: OPENAI_CHAT, value };
}

/** Message content (a string, a list, or nothing) as parts. */
export function decodeContent(content: Json | undefined): readonly ResultPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return isList(content) ? content.map(decodeContentPart) : [{ type: 'opaque', dialect: OPENAI_CHAT, value: content }];
}

function decodeFile(value: JsonObject): Attachment | undefined {
  const fields = without(value, 'type', 'image_url', 'input_audio', 'file');
  if (value.type === 'image_url' && isObject(value.image_url)) {
    const url = stringOf(value.image_url.url);
    if (url === undefined) return undefined;
    const { mediaType, source } = urlSource(url, 'image/*');
    return attachment(
      mediaType,
      source,
      metadata(OPENAI_CHAT, { form: 'image_url', fields, inner: without(value.image_url, 'url') }),
    );
  }
  if (value.type === 'input_audio' && isObject(value.input_audio)) {
    const { data, format } = value.input_audio;
    if (typeof data !== 'string' || typeof format !== 'string') return undefined;
    return attachment(`audio/${format}`, { type: 'base64', data }, metadata(OPENAI_CHAT, { form: 'input_audio', fields }));
  }
  if (value.type === 'file' && isObject(value.file)) {
    const name = stringOf(value.file.filename);
    const inner = without(value.file, 'filename', 'file_data', 'file_id');
    const more = { name, ...metadata(OPENAI_CHAT, { form: 'file', fields, inner }) };
    const id = stringOf(value.file.file_id);
    if (id !== undefined) return attachment('application/octet-stream', { type: 'file', id }, more);
    const { mediaType, source } = urlSource(stringOf(value.file.file_data) ?? '', 'application/octet-stream');
    return attachment(mediaType, source, more);
  }
  return undefined;
}

/** A file as a user's content part, or nothing when this wire has no way to carry it. */
export function encodeFile(part: Attachment): JsonObject | undefined {
  const source = fileSource(part);
  const { form, inner } = metadataOf(OPENAI_CHAT, part);
  const fields = fieldsOf(OPENAI_CHAT, part);
  if (source === undefined) return undefined;
  if (form === 'input_audio' || (form === undefined && isSendableAudio(part.mediaType))) {
    if (source.type !== 'base64') return undefined;
    return { type: 'input_audio', input_audio: { data: source.data, format: part.mediaType.slice('audio/'.length) }, ...fields };
  }
  const url = source.type === 'base64' ? dataUrl(part.mediaType, source.data) : source.type === 'url' ? source.url : undefined;
  if (form === 'image_url' || (form === undefined && part.mediaType.startsWith('image/'))) {
    return url === undefined ? undefined : { type: 'image_url', image_url: { url, ...objectOf(inner) }, ...fields };
  }
  // The wire takes a file by its content, or by an id of its own; a bare URL it takes for images only.
  if (source.type === 'url' ? form !== 'file' : source.type === 'file' && form !== 'file') return undefined;
  const content = source.type === 'file' ? { file_id: source.id } : { file_data: url };
  const name = part.name ?? (form === undefined ? 'file' : undefined);
  return { type: 'file', file: { ...content, ...(name === undefined ? {} : { filename: name }), ...objectOf(inner) }, ...fields };
}

function isSendableAudio(mediaType: string): boolean {
  return mediaType === 'audio/wav' || mediaType === 'audio/mp3';
}

/** A part as a text part of this wire; whatever else it is becomes marked text. */
export function encodeText(part: Part): JsonObject | undefined {
  if (part.type === 'text') return { type: 'text', text: part.text, ...fieldsOf(OPENAI_CHAT, part) };
  if (part.type === 'attachment') return encodeText(inertAttachment(part));
  return part.type === 'opaque' ? encodeText(inertOpaque(part)) : undefined;
}

/** An opaque part of this dialect as it came, if it may stand in a message of this role. */
export function encodeOwn(part: Part, role: string): JsonObject | undefined {
  if (part.type !== 'opaque' || part.dialect !== OPENAI_CHAT || !isObject(part.value)) return undefined;
  const { type } = part.value;
  if (role === 'assistant') return type === 'refusal' ? part.value : undefined;
  return role === 'user' && typeof type === 'string' && type !== 'text' && type !== 'refusal' ? part.value : undefined;
}
