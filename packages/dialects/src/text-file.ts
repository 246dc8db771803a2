import type { Attachment } from '@tenfold/core';
import { fileSource } from './attachment.ts';
import { decodeBase64 } from './base64.ts';

/** Kinds of files outside `text/` that are text. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/jsonl',
  'application/ld+json',
  'application/x-ndjson',
  'application/xml',
  'application/javascript',
  'application/x-javascript',
  'application/typescript',
  'application/x-typescript',
  'application/ecmascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/x-toml',
  'application/sql',
  'application/x-sh',
  'application/x-python',
  'application/x-httpd-php',
  'application/graphql',
  'application/csv',
  'application/rtf',
  'application/x-tex',
  'application/x-latex',
  'image/svg+xml',
  'message/rfc822',
]);

/** Whether files of a media type are text. */
export function isTextType(mediaType: string): boolean {
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type.startsWith('text/') || TEXT_TYPES.has(type) || /\+(?:json|xml|yaml)$/.test(type);
}

/** A text file as the words that are sent: its name, type and size, then what is in it. Nothing for other files, or where the content is elsewhere. */
export function fileText(file: Attachment): string | undefined {
  const source = isTextType(file.mediaType) ? fileSource(file) : undefined;
  const text = source?.type === 'base64' ? decoded(file, source.data) : undefined;
  return text === undefined ? undefined : `${textFileHeader(file)}\n${text}`;
}

/** What stands before the words of a text file. */
export function textFileHeader({ name, mediaType, bytes }: Attachment): string {
  const size = bytes === undefined ? '' : `, ${bytes} bytes`;
  return `[File ${name ?? 'unnamed'} (${mediaType}${size})]`;
}

/** Decoded once: a request is made of the same files again and again. */
const known = new WeakMap<Attachment, string>();

function decoded(file: Attachment, base64: string): string {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = new TextDecoder('utf-8').decode(decodeBase64(base64));
  known.set(file, text);
  return text;
}
