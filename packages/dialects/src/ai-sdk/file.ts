import type { Attachment, Json, JsonObject } from '@tenfold/core';
import { attachment, dataUrl, fileSource, parseDataUrl, urlSource } from '../attachment.ts';
import { fieldsOf, isObject, metadata, metadataOf, sameJson, stringOf, without } from '../json.ts';
import { AI_SDK } from './id.ts';

/** A file or image part, where its content is text (base64 or a URL); bytes and `URL` objects are left to be kept opaque. */
export function decodeFile(value: JsonObject): Attachment | undefined {
  const file =
    value.type === 'file'
      ? readFile(value, value.data, 'data')
      : value.type === 'image'
        ? readFile(value, value.image, 'image')
        : undefined;
  return file !== undefined && sameJson(encodeFile(file), value) ? file : undefined;
}

function readFile(value: JsonObject, data: Json | undefined, field: string): Attachment | undefined {
  const isTagged = isObject(data) && data.type === 'data' && typeof data.data === 'string';
  const text = isTagged ? stringOf(data.data) : stringOf(data);
  if (text === undefined) return undefined;
  const name = stringOf(value.filename);
  const declared = stringOf(value.mediaType);
  const isUrl = !isTagged && /^(https?|data):/.test(text);
  const { mediaType, source } = isUrl
    ? urlSource(text, declared ?? 'image/*')
    : { mediaType: declared ?? 'image/*', source: { type: 'base64' as const, data: text } };
  const fields = without(value, 'type', field, 'filename', 'mediaType');
  const remembered = {
    form: isTagged ? 'tagged' : source.type === 'base64' && isUrl ? 'data-url' : undefined,
    type: field === 'image' ? 'image' : undefined,
    declared: declared ?? null,
  };
  return attachment(mediaType, source, { name, ...metadata(AI_SDK, { ...remembered, fields }) });
}

/** A file as a part, or nothing when this wire has no way to carry it. */
export function encodeFile(part: Attachment): JsonObject | undefined {
  const source = fileSource(part);
  if (source === undefined || source.type === 'file') return undefined;
  const { form, type, declared } = metadataOf(AI_SDK, part);
  const text = source.type === 'url' ? source.url : form === 'data-url' ? dataUrl(part.mediaType, source.data) : source.data;
  // Bare base64 that reads as a URL would be fetched; tagged it is taken as what it is.
  const isTagged = form === 'tagged' || (form === undefined && source.type === 'base64' && /^[a-z]+:/i.test(text));
  if (isTagged && parseDataUrl(text) !== undefined) return undefined;
  const data = isTagged ? { type: 'data', data: text } : text;
  const mediaType = declared === undefined ? part.mediaType : (stringOf(declared) ?? undefined);
  const media = mediaType === undefined ? {} : { mediaType };
  const name = part.name === undefined ? {} : { filename: part.name };
  return type === 'image'
    ? { type, image: data, ...media, ...name, ...fieldsOf(AI_SDK, part) }
    : { type: 'file', data, ...media, ...name, ...fieldsOf(AI_SDK, part) };
}

/** A file inside a tool's output: the same, but content always tagged. */
export function encodeResultFile(part: Attachment): JsonObject | undefined {
  const source = fileSource(part);
  const name = part.name === undefined ? {} : { filename: part.name };
  const fields = fieldsOf(AI_SDK, part);
  if (source?.type === 'base64')
    return { type: 'file', data: { type: 'data', data: source.data }, mediaType: part.mediaType, ...name, ...fields };
  return source?.type === 'url' ? { type: 'file-url', url: source.url, mediaType: part.mediaType, ...fields } : undefined;
}

/** A file of a tool's output, where it would come back exactly. */
export function decodeResultFile(value: JsonObject): Attachment | undefined {
  const mediaType = stringOf(value.mediaType);
  if (mediaType === undefined) return undefined;
  const name = stringOf(value.filename);
  const { data } = value;
  const more = { name, ...metadata(AI_SDK, { fields: without(value, 'type', 'data', 'url', 'mediaType', 'filename') }) };
  const isData = value.type === 'file' && isObject(data) && data.type === 'data' && typeof data.data === 'string';
  const url = value.type === 'file-url' ? stringOf(value.url) : undefined;
  const file = isData
    ? attachment(mediaType, { type: 'base64', data: data.data as string }, more)
    : url !== undefined
      ? attachment(mediaType, { type: 'url', url }, more)
      : undefined;
  return file !== undefined && sameJson(encodeResultFile(file), value) ? file : undefined;
}
