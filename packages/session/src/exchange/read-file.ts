import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Conversation, conversationReader, FormatError, type SkippedLines, type Sliced } from '@tenfold/dialects';
import { invalidRequest } from '../session-error.ts';

/** A file's text, whole or as it arrives. */
export type FileText = string | AsyncIterable<string>;

/** Milliseconds of work after which others get their turn. */
const AT_ONCE_MS = 8;

/** A long conversation comes in pieces, so that none is ever held whole. */
const PIECES = {
  head: 2 * 1024 * 1024,
  piece: 32 * 1024,
  packing: {
    pack: (text: string) => deflateRawSync(text, { level: 1 }),
    unpack: (packed: Uint8Array) => inflateRawSync(packed).toString(),
  },
};

/** The conversations of a file as they come, read without holding up anything else, however large it is; in the end, what was left out. */
export async function* readFile(
  text: FileText,
  signal?: AbortSignal,
): AsyncGenerator<readonly Conversation[], SkippedLines, undefined> {
  const reader = conversationReader({ unreadable: 'skip', source: false, pieces: PIECES });
  try {
    for await (const piece of typeof text === 'string' ? [text] : text) yield await inTurns(reader.push(piece), signal);
    yield await inTurns(reader.end(), signal);
    for (let more = await inTurns(reader.more(), signal); more.length > 0; more = await inTurns(reader.more(), signal))
      yield more;
    return reader.skipped;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalidRequest([{ field: 'text', message: error.message }]);
  }
}

async function inTurns<T>(work: Sliced<T>, signal: AbortSignal | undefined): Promise<T> {
  let since = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value as T;
    if (performance.now() - since < AT_ONCE_MS) continue;
    await new Promise((next) => setImmediate(next));
    signal?.throwIfAborted();
    since = performance.now();
  }
}
