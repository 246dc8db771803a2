import { createHash, hash } from 'node:crypto';
import { jsonInPieces } from '@tenfold/core';

/** SHA-256 as 64 hex digits: the hash of every id and receipt in a store. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The same of a text that comes in pieces. */
sha256.begin = () => {
  const running = createHash('sha256');
  return { add: (piece: string) => void running.update(piece), end: () => running.digest('hex') };
};

/** A long value written as JSON, and the hash of `before` and that, others having their turn meanwhile. */
export async function writtenInTurns(
  value: unknown,
  before: string,
  letOthers: () => Promise<void>,
): Promise<{ readonly text: string; readonly digest: string }> {
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
