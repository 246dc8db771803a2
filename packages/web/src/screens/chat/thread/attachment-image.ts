import type { Attachment } from '@tenfold/core';

/** Kinds of images that cannot carry scripts. */
const SHOWN = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;

/** The image inside an attachment, where its own bytes are at hand. Nothing is ever fetched. */
export function imageOf({ source }: Attachment): string | null {
  const url = typeof source === 'string' ? source : urlIn(source);
  return url !== null && SHOWN.test(url) ? url : null;
}

function urlIn(source: Attachment['source']): string | null {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return null;
  const { dataUrl, url } = source as { dataUrl?: unknown; url?: unknown };
  if (typeof dataUrl === 'string') return dataUrl;
  return typeof url === 'string' ? url : null;
}
