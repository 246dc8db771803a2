import { randomBytes } from 'node:crypto';
import { type Attachment, holdsFiles, type Message, type Part, type ResultPart } from '@tenfold/core';
import { createYield } from '@tenfold/store';

/** Shorter files go the way of every text. */
const LONG = 1 << 16;
/** Letters of a file that its name begins with: libraries look there for what kind it is of. */
const HEAD = 32;
/** Letters that are written in one go: about a millisecond. */
const PIECE = 1 << 18;
// Its pattern is written out: expressions are looked through where they stand.
const MARK = 'TenfoldFile';
const NAME = /TenfoldFile[0-9a-f]{32}/g;

/** A file that is put into a request as it goes out, and the letters of it that its name begins with. */
interface FileApart {
  readonly head: string;
  readonly data: string;
}
/** Files by the ends of the names that stand for them; nobody can foresee one. */
export type FilesApart = ReadonlyMap<string, FileApart>;

/** Files of requests that are being made. */
export const underWay = new Map<string, FileApart>();

/**
 * Messages with a short name in place of each long file. What a provider's library is given it reads as an address, copies and
 * writes in one go, which takes too long for a file of some megabytes.
 */
export function setApart(given: readonly Message[]): { readonly messages: readonly Message[]; readonly files: FilesApart } {
  const files = new Map<string, FileApart>();
  const named = (part: Attachment): Attachment => {
    const { type, data } = (part.source ?? {}) as { type?: unknown; data?: unknown };
    if (type !== 'base64' || typeof data !== 'string' || data.length < LONG) return part;
    const head = /^[A-Za-z0-9+/]*/.exec(data.slice(0, HEAD))?.[0] ?? '';
    const end = `${MARK}${randomBytes(16).toString('hex')}`;
    files.set(end, { head, data });
    return { ...part, source: { type, data: `${head}${end}` } };
  };
  const namedPart = (part: Part): Part => {
    if (part.type === 'attachment') return named(part);
    if (part.type !== 'tool-result' || typeof part.output === 'string') return part;
    return { ...part, output: part.output.map((piece): ResultPart => (piece.type === 'attachment' ? named(piece) : piece)) };
  };
  const messages = given.map((message) => (holdsFiles(message) ? { ...message, parts: message.parts.map(namedPart) } : message));
  return { messages, files };
}

/** Has files put into the requests that are made meanwhile. */
export async function withFiles<T>(files: FilesApart, work: () => Promise<T>): Promise<T> {
  for (const [end, file] of files) underWay.set(end, file);
  try {
    return await work();
  } finally {
    for (const end of files.keys()) underWay.delete(end);
  }
}

/** The body of a request with the files its names stand for; null where there are none. */
export async function filledBody(body: string): Promise<readonly Buffer[] | null> {
  const pieces: Buffer[] = [];
  const yieldToOthers = createYield();
  let from = 0;
  for (const { 0: end, index } of body.matchAll(NAME)) {
    const file = underWay.get(end);
    if (file === undefined) continue;
    pieces.push(Buffer.from(body.slice(from, index - file.head.length)));
    for (let at = 0; at < file.data.length; at += PIECE) {
      pieces.push(Buffer.from(JSON.stringify(file.data.slice(at, at + PIECE)).slice(1, -1)));
      await yieldToOthers();
    }
    from = index + end.length;
  }
  if (from === 0) return null;
  pieces.push(Buffer.from(body.slice(from)));
  return pieces;
}
