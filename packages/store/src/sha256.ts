import { createHash, hash } from 'node:crypto';
import { isLong, jsonInPieces } from '@tenfold/core';

/** SHA-256 as 64 hex digits: the hash of every id and receipt in a store. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The same of a text that comes in pieces. */
sha256.begin = () => {
  const running = createHash('sha256');
  return { add: (piece: string) => void running.update(piece), end: () => running.digest('hex') };
};

/** A value as JSON, and the hash of `before` and that; others have their turn meanwhile where it is long. */
export async function written(
  value: unknown,
  before: string,
  letOthers: () => Promise<void>,
): Promise<{ readonly text: string; readonly digest: string }> {
  if (!isLong(value)) {
    const text = JSON.stringify(value);
    return { text, digest: sha256(before + text) };
  }
  const running = sha256.begin();
  running.add(before);
  const pieces: string[] = [];
  for (const piece of jsonInPieces(value)) {
    running.add(piece);
    pieces.push(piece);
    await letOthers();
  }
  return { text: pieces.join(''), digest: running.end() };
}
