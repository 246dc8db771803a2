import type { Json } from '@tenfold/core';
import { Refused } from '../problem.ts';

/** Brackets inside brackets that a body may have. */
export const DEEPEST = 64;

/** The JSON of a request, its size checked while it arrives and its depth before it is parsed. Nothing at all is an empty object. */
export async function readJson(request: Request, limit: number): Promise<Json> {
  const text = await readText(request, limit);
  if (text.trim() === '') return {};
  refuseDepth(text);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw invalid('', `It is not JSON: ${(error as Error).message}`);
  }
  // Escapes can spell the name too; both are rare enough that looking through the value costs nothing usually.
  if (/__proto__|\\u00(5f|7[0-9a-f]|6[0-9a-f])/i.test(text)) refusePrototypes(value);
  return value;
}

async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () =>
    new Refused('too-large', `The request is larger than ${Math.floor(limit / 1024 / 1024)} MB.`, {
      todo: 'Send less at once.',
      facts: { limit },
      headers: { connection: 'close' },
    });
  const stated = request.headers.get('content-length');
  if (Number(stated ?? 0) > limit) throw tooLarge();
  // No more than what is stated is ever read of a connection.
  if (stated !== null) return request.text();
  if (request.body === null) return '';
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > limit) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes).toString('utf8');
}

/** Counts brackets outside of strings in one pass over the text. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      for (at++; at < text.length && text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++;
    } else if (code === 123 || code === 91) {
      if (++depth > DEEPEST)
        throw new Refused('too-deep', `The request is nested more than ${DEEPEST} levels deep.`, {
          todo: 'Send it flatter, or the deep part as text.',
          facts: { deepest: DEEPEST },
        });
    } else if (code === 125 || code === 93) depth--;
  }
}

/** A key that would change what objects are made of is refused, not dropped: what is said is kept whole or not at all. */
function refusePrototypes(value: Json): void {
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.hasOwn(next, '__proto__'))
      throw invalid('__proto__', 'This name cannot be used for a field.');
    waiting.push(...(Object.values(next) as Json[]));
  }
}

function invalid(field: string, message: string): Refused {
  return new Refused('invalid-request', `The request cannot be used. ${message}`, {
    todo: 'Correct it and send it again.',
    facts: { problems: [{ field, message }] },
  });
}
