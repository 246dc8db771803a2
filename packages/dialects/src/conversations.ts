import type { FileStream } from './body-stream.ts';
import { type Conversation, conversationsIn } from './conversation.ts';
import type { EncodeOptions } from './dialect.ts';
import { fileStream, type PieceSizes } from './file-stream.ts';
import { type FileFormat, parseRecords, type ReadOptions } from './format.ts';
import { isList } from './json.ts';
import { RecordReader } from './records.ts';
import { dialectOf } from './registry.ts';
import type { SkippedLines } from './skipped-lines.ts';
import { finish, type Sliced } from './slices.ts';
import { rewrite, rewriteEach } from './source-text.ts';

/** Reads a file that comes in pieces, in slices of a few milliseconds. Throws {@link FormatError}, and nothing else. */
export interface ConversationReader {
  /**
   * Conversations that are there already, where lines that cannot be read are skipped and no text is kept: those of a file with one a
   * line or of a long list. With `pieces` a long one comes bit by bit.
   */
  push(piece: string): Sliced<readonly Conversation[]>;
  /** The others, once all of it has been pushed. */
  end(): Sliced<readonly Conversation[]>;
  /** What is still left behind the end, some at a time; nothing once that was all. */
  more(): Sliced<readonly Conversation[]>;
  /** Lines that were left out, once all has been read. */
  readonly skipped: SkippedLines;
}

/**
 * A reader for files that may be large: it stops at every `yield`, so that its host can do other things between, or give up.
 *
 * @example
 * const reader = conversationReader({ source: false });
 * for await (const piece of pieces) for (const _ of reader.push(piece)) await pause();
 */
export function conversationReader(options: ReadOptions & { readonly pieces?: PieceSizes } = {}): ConversationReader {
  const keepsText = options.source ?? true;
  const reader = new RecordReader({ keepsText, atOnce: options.pieces?.atOnce });
  const mayStream = !keepsText && options.unreadable === 'skip';
  let read = 0;
  let streamed: FileStream | null | undefined;
  let skipped: SkippedLines = { count: 0, lines: [] };
  return {
    *push(piece) {
      const ready: Conversation[] = [];
      for (let at = 0; at < piece.length; at += SLICE) {
        const slice = piece.slice(at, at + SLICE);
        reader.push(slice);
        read += slice.length;
        if (mayStream && streamed === undefined) streamed = yield* fileStream(reader, read, options.pieces);
        if (streamed) for (const conversation of yield* streamed.read(slice.length)) ready.push(conversation);
        yield;
      }
      return ready;
    },
    *end() {
      const records = reader.end();
      if (streamed) return yield* streamed.end(records);
      const parsed = yield* parseRecords(records, options);
      skipped = parsed.skipped ?? skipped;
      return yield* conversationsIn(parsed);
    },
    *more() {
      return (yield* streamed?.more?.() ?? nothing()) ?? [];
    },
    get skipped() {
      return streamed?.skipped ?? skipped;
    },
  };
}

function* nothing(): Sliced<undefined> {}

/** Text that is looked at between two yields. */
const SLICE = 64 * 1024;

/**
 * Every conversation of a file, whatever its format. Throws {@link FormatError}, and nothing else, when it cannot be read.
 *
 * @example
 * const lengths = readConversations(text).map((conversation) => conversation.messages.length);
 */
export function readConversations(text: string, options: ReadOptions = {}): readonly Conversation[] {
  const reader = conversationReader(options);
  const [first, ...others] = [finish(reader.push(text)), finish(reader.end())].flat();
  const { count, lines } = reader.skipped;
  if (first === undefined || count === 0) return first === undefined ? [] : [first, ...others];
  return [{ ...first, skippedLines: lines, skippedCount: count }, ...others];
}

/** What is written of a conversation, in the format it was read from. */
export type Written = Pick<Conversation, 'format' | 'frame' | 'messages' | 'rest' | 'source' | 'wrap'>;

/** Conversations of one file as its text, in the format they were read from, newline at the end included. */
export function writeConversations(conversations: readonly Written[], options: EncodeOptions = {}): string {
  const texts = conversations.map((conversation) => textOf(conversation, options));
  const [first] = conversations;
  if (first?.format.container !== 'body-list') return texts.join('');
  const { lineEnd: end = '\n', indent } = first.format;
  if (indent === undefined) return `[${texts.join(',')}]${end}`;
  return `[${end}${texts.map((text) => `${spaceOf(first.format)}${text}`).join(`,${end}`)}${end}]${end}`;
}

/** What a line one level in begins with. */
function spaceOf({ indent = 0 }: FileFormat): string {
  return typeof indent === 'number' ? ' '.repeat(indent) : indent;
}

function textOf({ source, wrap = (wire) => wire, ...conversation }: Written, options: EncodeOptions): string {
  const { format } = conversation;
  const { lineEnd = '\n' } = format;
  const wire = wrap(dialectOf(format.dialect).encode(conversation, options));
  if (format.container === 'message-lines' && isList(wire))
    return rewriteEach(isList(source) ? source : [], wire)
      .map((text) => `${text}${lineEnd}`)
      .join('');
  const text = typeof source === 'string' ? rewrite(source, wire) : JSON.stringify(wire, null, format.indent);
  if (format.container === 'body-list') return typeof source === 'string' ? text : text.replaceAll('\n', `\n${spaceOf(format)}`);
  return `${text}${lineEnd}`;
}
