import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same. Their hashes have one length, so the comparison takes one time. */
export function sameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
