import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { BadInput } from '../bad-input.ts';

/** What is read instead of a file when its name is this. */
const STDIN = '-';

/** A file's name as messages say it. */
export function nameOf(file: string): string {
  return file === STDIN ? 'standard input' : file;
}

/** Letters of a text that is needed whole: no text can be much longer. */
const MAX_WHOLE = 500_000_000;

/** The text of a file, or of standard input. Refuses, in one line, what is not there, not a file, not text or without end. */
export async function readText(file: string): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of readPieces(file)) {
    length += piece.length;
    if (length > MAX_WHOLE)
      throw new BadInput(`${nameOf(file)}: expected text of at most 500 MB, found more (tenfold import takes files of any size)`);
    pieces.push(piece);
  }
  return pieces.join('');
}

function notText(file: string, bytes: Buffer): BadInput {
  return new BadInput(`${nameOf(file)}: expected JSON or JSONL text in UTF-8, found ${describe(bytes)}`);
}

/** The same in pieces, so that a file of any size takes little room and none is read on once it is no text; `read` is told how much of it is through, from 0 to 1. */
export async function* readPieces(file: string, read: (share: number) => void = () => {}): AsyncGenerator<string> {
  const size = file === STDIN ? 0 : (await stat(file).catch(() => null))?.size;
  const source = file === STDIN ? process.stdin : createReadStream(file, { highWaterMark: 256 * 1024 });
  let decoder: TextDecoder | undefined;
  let done = 0;
  try {
    for await (const bytes of source as AsyncIterable<Buffer>) {
      decoder ??= decoderOf(bytes);
      const text = decodeOrNull(decoder, bytes);
      if (text === null) throw notText(file, bytes);
      yield text;
      done += bytes.length;
      if (size) read(Math.min(1, done / size));
    }
    // Cut within a letter, as a line is that is being written: it is for whoever reads the line to say so.
    if (decoder !== undefined && decodeOrNull(decoder) === null) yield '\ufffd';
  } catch (error) {
    throw error instanceof BadInput || !(error as NodeJS.ErrnoException).code ? error : unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): BadInput {
  const { code, message } = error as NodeJS.ErrnoException;
  return new BadInput(`${file}: ${reasons[code ?? ''] ?? message}`);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'expected a file, found nothing of that name',
  EISDIR: 'expected a file, found a folder',
  ENOTDIR: 'expected a file, found nothing of that name',
  EACCES: 'the file may not be read (permission denied)',
  EPERM: 'the file may not be read (permission denied)',
  ELOOP: 'expected a file, found links that lead in a circle',
  ENAMETOOLONG: 'expected a file, found a name that is too long for one',
  EIO: 'the file cannot be read (its disk or device fails)',
  EINVAL: 'the file cannot be read (its disk or device fails)',
};

/** UTF-16 with its mark is read too: some tools of Windows write it. */
function decoderOf(bytes: Buffer): TextDecoder {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(label, { fatal: true });
}

/** Text of bytes, null when they are none. */
function decodeOrNull(decoder: TextDecoder, bytes?: Buffer, stream = bytes !== undefined): string | null {
  try {
    const text = decoder.decode(bytes, { stream });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function describe(bytes: Buffer): string {
  const signature = signatures.find(([start]) => bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1')));
  return signature?.[1] ?? 'binary data';
}

const signatures: readonly (readonly [string, string])[] = [
  ['\x1f\x8b', 'gzip data (unpack it first)'],
  ['PK\x03\x04', 'a zip archive (unpack it first)'],
  ['\x28\xb5\x2f\xfd', 'zstandard data (unpack it first)'],
  ['SQLite format 3', 'an SQLite database'],
  ['%PDF', 'a PDF'],
];
