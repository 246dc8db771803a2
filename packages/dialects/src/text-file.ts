import type { Attachment } from '@tenfold/core';
import { fileSource } from './attachment.ts';
import { decodeBase64 } from './base64.ts';
import { inMark } from './inert.ts';

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
function isTextType(mediaType: string): boolean {
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type.startsWith('text/') || TEXT_TYPES.has(type) || /\+(?:json|xml|yaml)$/.test(type);
}

/** Kinds that are never text, whatever their bytes look like. */
const NEVER_TEXT =
  /^(?:image\/(?!svg)|audio\/|video\/(?!mp2t)|application\/(?:pdf|zip|gzip|vnd\.openxmlformats|vnd\.ms-|msword))/;

/** Whether files of a media type are read as text where they are. */
export function mayBeText(mediaType: string): boolean {
  return !NEVER_TEXT.test(mediaType);
}

/** A text file as the words that are sent: its name, type and size, then what is in it. Nothing for other files, or where the content is elsewhere. */
export function fileText(file: Attachment): string | undefined {
  const source = mayBeText(file.mediaType) ? fileSource(file) : undefined;
  const text = source?.type === 'base64' ? decoded(file, source.data) : null;
  return text === null ? undefined : `${textFileHeader(file)}\n${text}`;
}

/** What stands before the words of a text file. */
function textFileHeader({ name, mediaType, bytes }: Attachment): string {
  const size = bytes === undefined ? '' : `, ${bytes} bytes`;
  return `[File ${inMark(name ?? 'unnamed')} (${inMark(mediaType)}${size})]`;
}

/** Decoded once: a request is made of the same files again and again. */
const known = new WeakMap<Attachment, string | null>();

/** Programs guess types by a name's ending, badly or not at all: what reads as text is text. */
function decoded(file: Attachment, base64: string): string | null {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = base64 === '' ? null : textOf(decodeBase64(base64), isTextType(file.mediaType));
  known.set(file, text);
  return text;
}

function textOf(bytes: Uint8Array, isMeantAsText: boolean): string | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (isMeantAsText) return new TextDecoder(utf16 ?? 'utf-8').decode(bytes);
  try {
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}
