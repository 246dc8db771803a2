import { isAscii } from 'node:buffer';
import type { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { MAX_BODY } from './read-body.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** A map: others name the coding, and one may be named after what every object has. */
const DECODERS = new Map<string, () => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/** The text of a body; null where it is coded in a way that is not known, or larger than what is taken unpacked: such a one passes unread. */
export async function decodeBody(body: Buffer, coding: string | undefined): Promise<string | null> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity') return textOf(body);
  const decoder = DECODERS.get(name)?.();
  if (decoder === undefined) return null;
  decoder.end(body);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of decoder) {
      size += (chunk as Buffer).length;
      if (size > MAX_BODY) return null;
      chunks.push(chunk as Buffer);
    }
    return await textOf(Buffer.concat(chunks));
  } catch {
    return null;
  }
}

/** An upstream's whole answer, null where it is too large, and its text where that is known. @throws where it broke off */
export async function readAnswer(
  answer: UpstreamAnswer,
): Promise<{ readonly bytes: Buffer | null; readonly text: string | null }> {
  const bytes = await answer.whole(MAX_BODY);
  if (bytes === null) return { bytes, text: null };
  return { bytes, text: await decodeBody(bytes, answer.header('content-encoding')) };
}

/** Bytes that are text in a few milliseconds, whatever they spell. */
const FEW = 1024 * 1024;

async function textOf(body: Buffer): Promise<string> {
  if (body.length <= FEW) return body.toString('utf8');
  const pieces: string[] = [];
  // A byte a letter is only copied; letters of several bytes take ten times as long.
  if (!isAscii(body)) {
    const decoder = new StringDecoder('utf8');
    for (let at = 0; at < body.length; at += FEW) {
      pieces.push(decoder.write(body.subarray(at, at + FEW)));
      await nextTurn();
    }
    pieces.push(decoder.end());
  }
  const text = pieces.length === 0 ? body.toString('latin1') : pieces.join('');
  await nextTurn();
  return text;
}

/** Letters of the longest answer of any model as a stream of events of which each carries a word. */
const MAX_LETTERS = 128 * 2 ** 20;

/** Who reads a stream as text. */
interface TextReader {
  onText(text: string): void;
  /** There is more of it than any answer has, packed or not; no more comes. */
  onTooLong(): void;
}

/** Reads a copy of a stream as text: `push` what passes, then `end`. Null where its coding is not known. */
export function createStreamDecoder(
  coding: string | undefined,
  { onText, onTooLong }: TextReader,
): { push(chunk: Buffer): void; end(): Promise<void> } | null {
  const text = new StringDecoder('utf8');
  const name = coding?.trim().toLowerCase() ?? '';
  const decoder = DECODERS.get(name)?.();
  let room = MAX_LETTERS;
  const emit = (piece: string) => {
    if (room < 0) return;
    room -= piece.length;
    if (room >= 0) return onText(piece);
    onTooLong();
    decoder?.destroy();
  };
  if (name === '' || name === 'identity')
    return {
      push: (chunk) => emit(text.write(chunk)),
      end: async () => emit(text.end()),
    };
  if (decoder === undefined) return null;
  const done = new Promise<void>((resolve) => {
    decoder.on('data', (chunk: Buffer) => emit(text.write(chunk)));
    decoder
      .on('end', resolve)
      .on('error', () => resolve())
      .on('close', resolve);
  });
  return {
    push: (chunk) => void (decoder.destroyed || decoder.write(chunk)),
    end: () => {
      if (!decoder.destroyed) decoder.end();
      return done;
    },
  };
}
