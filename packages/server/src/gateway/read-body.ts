import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '@tenfold/core';

/** Bytes of a body that are taken. */
const MAX_BODY = 128 * 1024 * 1024;

/** A whole body; null when it is too large. What is too much is read all the same, or the answer to it would not arrive. */
export async function readBody(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  if (size > MAX_BODY) return null;
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
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
