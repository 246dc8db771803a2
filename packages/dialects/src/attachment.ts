import type { Attachment, JsonObject } from '@tenfold/core';
import { imageSize } from './image-size.ts';
import { isObject } from './json.ts';

/** Where a file's content is, in words all dialects share. */
export type FileSource =
  | { readonly type: 'base64'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'file'; readonly id: string };

/** A file as a part, with size and pixel size where its content is at hand. */
export function attachment(
  mediaType: string,
  source: FileSource,
  more: { name?: string | undefined; extra?: JsonObject } = {},
): Attachment {
  const image = source.type === 'base64' && mediaType.startsWith('image/') ? imageSize(source.data) : undefined;
  return {
    type: 'attachment',
    mediaType,
    ...(more.name === undefined ? {} : { name: more.name }),
    ...(source.type === 'base64' ? { bytes: base64Bytes(source.data) } : {}),
    ...(image === undefined ? {} : { image }),
    source,
    ...(more.extra === undefined ? {} : { extra: more.extra }),
  };
}

/** The source of an attachment, if it is one of the shared kinds. */
export function fileSource(part: Attachment): FileSource | undefined {
  const source = part.source;
  if (!isObject(source)) return undefined;
  if (source.type === 'base64' && typeof source.data === 'string') return { type: 'base64', data: source.data };
  if (source.type === 'url' && typeof source.url === 'string') return { type: 'url', url: source.url };
  if (source.type === 'file' && typeof source.id === 'string') return { type: 'file', id: source.id };
  return undefined;
}

/** A `data:` URL taken apart, or nothing when the text is no such URL of base64. */
export function parseDataUrl(url: string): { readonly mediaType: string; readonly data: string } | undefined {
  const comma = url.indexOf(',');
  const head = url.slice(0, comma);
  if (!head.startsWith('data:') || !head.endsWith(';base64')) return undefined;
  return { mediaType: head.slice('data:'.length, -';base64'.length), data: url.slice(comma + 1) };
}

/** A `data:` URL of base64. */
export function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

/** Source and media type of a URL that may hold the content itself. */
export function urlSource(url: string, otherwise: string): { readonly mediaType: string; readonly source: FileSource } {
  const inline = parseDataUrl(url);
  return inline === undefined
    ? { mediaType: otherwise, source: { type: 'url', url } }
    : { mediaType: inline.mediaType, source: { type: 'base64', data: inline.data } };
}

function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
