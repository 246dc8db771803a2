import { isAscii } from 'node:buffer';
import { finished, pipeline, type Transform } from 'node:stream';
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

/** More codings than anybody puts around each other. */
const MAX_CODINGS = 4;

/** What takes codings off again, the one put on last first; null where one of them is not known. */
function decodersOf(coding = ''): Transform[] | null {
  const names = coding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  const decoders = names.length > MAX_CODINGS ? [] : names.toReversed().flatMap((name) => DECODERS.get(name)?.() ?? []);
  return decoders.length === names.length ? decoders : null;
}

/** Whether a body says that it is coded in any way. */
export function isPacked(coding: string | undefined): boolean {
  return decodersOf(coding)?.length !== 0;
}

/** Codings as one stream, which fails where any of them does; `onEnd` is told whether all was well. */
function joined(decoders: readonly Transform[], onEnd: (isWhole: boolean) => void): readonly [first: Transform, last: Transform] {
  const [first, last] = [decoders[0] as Transform, decoders.at(-1) as Transform];
  const over = (error?: Error | null) => {
    if (error != null) for (const decoder of decoders) decoder.destroy();
    onEnd(error == null);
  };
  if (first === last) finished(first, over);
  else pipeline(decoders, over);
  return [first, last];
}

/** The text of a body; null where it is coded in a way that is not known, or larger than what is taken unpacked: such a one passes unread. */
export async function decodeBody(body: Buffer, coding: string | undefined): Promise<string | null> {
  const decoders = decodersOf(coding);
  if (decoders === null) return null;
  if (decoders.length === 0) return textOf(body);
  const [first, last] = joined(decoders, () => {});
  first.end(body);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of last) {
      size += (chunk as Buffer).length;
      if (size > MAX_BODY) {
        first.destroy();
        return null;
      }
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

/** Reads a copy of a stream as text: `push` what passes, then `end`, which says whether it was whole. Null where its coding is not known. */
export function createStreamDecoder(
  coding: string | undefined,
  { onText, onTooLong }: TextReader,
): { push(chunk: Buffer): void; end(): Promise<boolean> } | null {
  const text = new StringDecoder('utf8');
  const decoders = decodersOf(coding);
  if (decoders === null) return null;
  let room = MAX_LETTERS;
  const emit = (piece: string) => {
    if (room < 0) return;
    room -= piece.length;
    if (room >= 0) return onText(piece);
    onTooLong();
    decoders[0]?.destroy();
  };
  if (decoders.length === 0)
    return {
      push: (chunk) => emit(text.write(chunk)),
      async end() {
        emit(text.end());
        return true;
      },
    };
  const { promise: done, resolve } = Promise.withResolvers<boolean>();
  const [first, last] = joined(decoders, resolve);
  last.on('data', (chunk: Buffer) => emit(text.write(chunk)));
  return {
    push: (chunk) => void (first.destroyed || first.write(chunk)),
    end() {
      if (!first.destroyed) first.end();
      return done;
    },
  };
}
