import { decodeBase64 } from './base64.ts';

/** A PDF begins within its first so many bytes. */
const PDF_HEAD = 1_024;

const IMAGES: readonly (readonly [mediaType: string, begins: RegExp])[] = [
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: four bytes of length stand between the two names, and may be any.
  ['image/webp', /^RIFF[\x00-\xff]{4}WEBP/],
];
const SPELLINGS = /^image\/(?:png|jpe?g|gif|webp|\*)$/;

/**
 * The media type of an image or PDF by how its bytes begin: APIs refuse a picture under the name of another kind, and what is none at
 * all. Nothing where it is not what it is called; other types are taken at their word.
 */
export function actualType(mediaType: string, base64: string): string | undefined {
  if (mediaType === 'application/pdf') return head(base64, PDF_HEAD).includes('%PDF') ? mediaType : undefined;
  if (!SPELLINGS.test(mediaType)) return mediaType;
  const bytes = head(base64, 12);
  return IMAGES.find(([, begins]) => begins.test(bytes))?.[0];
}

function head(base64: string, length: number): string {
  return String.fromCharCode(...decodeBase64(base64, length));
}
