import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Conversation, conversationReader, FormatError, type SkippedLines } from '@tenfold/dialects';
import { runInSlices } from '../run-in-slices.ts';
import { invalidRequest } from '../session-error.ts';

/** A file's text, whole or as it arrives. */
export type FileText = string | AsyncIterable<string>;

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
    for await (const piece of typeof text === 'string' ? [text] : text) yield await runInSlices(reader.push(piece), signal);
    yield await runInSlices(reader.end(), signal);
    for (let more = await runInSlices(reader.more(), signal); more.length > 0; more = await runInSlices(reader.more(), signal))
      yield more;
    return reader.skipped;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw invalidRequest([{ field: 'text', message: error.message }]);
  }
}
