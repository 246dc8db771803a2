import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '@tenfold/core';

/** Bytes of a body that are taken: more than any of the vendors takes. */
export const MAX_BODY = 64 * 1024 * 1024;

/** A whole body; null when it is too large. What is too much is read all the same, or the answer to it would not arrive. */
export function readBody(message: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      else chunks.length = 0;
    });
    message.on('end', () =>
      resolve(size > MAX_BODY ? null : chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    message.on('error', reject).on('close', () => message.complete || reject(new Error('the connection was closed')));
  });
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
