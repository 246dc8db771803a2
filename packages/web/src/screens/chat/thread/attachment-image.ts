import type { Attachment, Json } from '@tenfold/core';

/** Kinds of images that cannot carry scripts. */
const KINDS = /^image\/(png|jpeg|gif|webp)$/;
const SHOWN = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;
const BYTES = /^[A-Za-z0-9+/]{16,}={0,2}$/;
/** Wire formats hide their bytes no deeper than this. */
const DEEPEST = 3;

/** The image inside an attachment, where its own bytes are at hand. Nothing is ever fetched. */
export function imageOf({ source, mediaType }: Pick<Attachment, 'source' | 'mediaType'>): string | null {
  return source === undefined ? null : within(source, mediaType, 0);
}

function within(value: Json, mediaType: string, depth: number): string | null {
  if (typeof value === 'string') {
    if (SHOWN.test(value)) return value;
    return KINDS.test(mediaType) && BYTES.test(value) ? `data:${mediaType};base64,${value}` : null;
  }
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return null;
  for (const inner of Object.values(value)) {
    const found = inner === undefined ? null : within(inner as Json, mediaType, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
