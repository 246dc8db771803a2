import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '@tenfold/core';

/** Bytes of a body that are taken: more than any of the vendors takes. */
export const MAX_BODY = 64 * 1024 * 1024;

/** Bytes of a body that are put together in one go. */
const FEW = 1024 * 1024;
/** Bytes that are copied for more room. Room for all there may be costs none of the memory until something is in it. */
const MANY = 8 * FEW;

/** A whole body; null when it is too large. What is too much is read all the same, or the answer to it would not arrive. */
export function readBody(message: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let room: Buffer | null = null;
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      const at = size;
      size += chunk.length;
      if (size > MAX_BODY) [chunks, room] = [[], null];
      else if (size <= FEW) chunks.push(chunk);
      else {
        room = roomFor(room ?? Buffer.concat(chunks), size);
        chunk.copy(room, at);
      }
    });
    message.on('end', () => {
      if (size > MAX_BODY) resolve(null);
      else resolve(room?.subarray(0, size) ?? (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    });
    message.on('error', reject).on('close', () => message.complete || reject(new Error('the connection was closed')));
  });
}

/** The same bytes with room for so many: it doubles while they are few, so that none is copied often and never many at once. */
function roomFor(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes;
  const more = Buffer.allocUnsafe(size > MANY ? MAX_BODY : Math.max(size, 2 * bytes.length));
  bytes.copy(more);
  return more;
}

/** The object a body's text is; nothing where it is none. */
export function parsedBody(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
