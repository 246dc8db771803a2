import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { DialectId, EncodeOptions } from './dialect.ts';
import { bodyDialect, type FileFormat, importerOf, type ParsedFile, parseRecords, type ReadOptions } from './format.ts';
import type { Imported } from './importers/importer.ts';
import { type SaidAt, saidAt, timeOf } from './importers/said-at.ts';
import { isList, objectOf } from './json.ts';
import { fieldsOf } from './provider-metadata.ts';
import { type BadLines, type Located, MAX_TOLD, RecordReader, type Records } from './records.ts';
import { dialectOf } from './registry.ts';
import { finish, type Sliced } from './slices.ts';
import { rewrite, rewriteEach } from './source-text.ts';
import { unwrap } from './wrapping.ts';

/** One conversation of a file. */
export interface Conversation extends SaidAt {
  /** The id it carries, where it carries one. */
  readonly id?: string;
  /** What it is called, where the file says so. */
  readonly title?: string;
  /** The model it was written for, where the file says so. */
  readonly model?: string;
  /** The line it starts on, counted from 1. */
  readonly line: number;
  readonly format: FileFormat;
  readonly frame: Frame;
  readonly messages: readonly Message[];
  /** What the file says beyond the conversation; needed to write it back in kind. */
  readonly rest?: JsonObject;
  /** How many messages at its start went into `frame.system`: they are not among `messages`. */
  readonly openingMessages: number;
  /** The JSON text it was read from, a text a message where each has its line: what is not changed is written back as it stands there. */
  readonly source?: string | readonly string[];
  /** What it stands inside of there: a line of a batch, or turns in another spelling. */
  readonly wrap?: (wire: Json) => Json;
  /** Lines of the file that could not be read and were left out, the first thousand; told by its first conversation. */
  readonly skippedLines?: readonly number[];
  /** How many there are in all. */
  readonly skippedCount?: number;
}

/** Reads a file that comes in pieces, in slices of a few milliseconds. Throws {@link FormatError}, and nothing else. */
export interface ConversationReader {
  /** Conversations that are whole already: those of a file with one a line, where lines that cannot be read are skipped and no text is kept. */
  push(piece: string): Sliced<readonly Conversation[]>;
  /** The others, once all of it has been pushed. */
  end(): Sliced<readonly Conversation[]>;
  /** Lines that were left out, once all has been read. */
  readonly skipped: SkippedLines;
}

/** Lines that could not be read: how many, and which (the first thousand). */
export type SkippedLines = Omit<BadLines, 'first'>;

/**
 * A reader for files that may be large: it stops at every `yield`, so that its host can do other things between, or give up.
 *
 * @example
 * const reader = conversationReader({ source: false });
 * for await (const piece of pieces) for (const _ of reader.push(piece)) await pause();
 */
export function conversationReader(options: ReadOptions = {}): ConversationReader {
  const keepsText = options.source ?? true;
  const reader = new RecordReader({ keepsText });
  const mayStream = !keepsText && options.unreadable === 'skip';
  let streamed: LineStream | undefined;
  let skipped: SkippedLines = { count: 0, lines: [] };
  return {
    *push(piece) {
      const ready: Conversation[] = [];
      for (let at = 0; at < piece.length; at += SLICE) {
        reader.push(piece.slice(at, at + SLICE));
        if (mayStream) streamed ??= yield* lineStream(reader);
        if (streamed !== undefined) ready.push(...(yield* streamed.read(reader.takeLines())));
        yield;
      }
      return ready;
    },
    *end() {
      const records = reader.end();
      if (streamed !== undefined) return yield* streamed.end(records);
      const parsed = yield* parseRecords(records, options);
      skipped = parsed.skipped ?? skipped;
      return yield* conversationsIn(parsed);
    },
    get skipped() {
      return streamed?.skipped ?? skipped;
    },
  };
}

/** Text that is looked at between two yields. */
const SLICE = 64 * 1024;

/** A file of conversations, one a line, which are read as they come and not kept. */
interface LineStream {
  read(lines: readonly Located[]): Sliced<readonly Conversation[]>;
  end(records: Records): Sliced<readonly Conversation[]>;
  readonly skipped: SkippedLines;
}

/** Once two lines are there and the first is a conversation that no program wrote in a way of its own. */
function* lineStream(reader: RecordReader): Sliced<LineStream | undefined> {
  const [first, second] = reader.lines;
  const dialect = first === undefined || second === undefined ? undefined : bodyDialect(first.value)?.id;
  if (first === undefined || dialect === undefined || (yield* importerOf([first.value])) !== undefined) return undefined;
  const format = { container: 'body-lines', dialect } as const;
  const strays: number[] = [];
  let strayed = 0;
  let bad: SkippedLines = { count: 0, lines: [] };
  function* read(lines: readonly Located[]): Sliced<readonly Conversation[]> {
    const all: Conversation[] = [];
    for (const located of lines) {
      if (bodyDialect(located.value) !== undefined) all.push(yield* conversation(located, format));
      else if (++strayed <= MAX_TOLD) strays.push(located.line);
    }
    return all;
  }
  return {
    read,
    *end(records) {
      if (records.kind !== 'lines') return [];
      bad = records.bad;
      return yield* read(records.located);
    },
    get skipped() {
      return { count: strayed + bad.count, lines: [...strays, ...bad.lines].sort((a, b) => a - b).slice(0, MAX_TOLD) };
    },
  };
}

/**
 * Every conversation of a file, whatever its format. Throws {@link FormatError}, and nothing else, when it cannot be read.
 *
 * @example
 * const lengths = readConversations(text).map((conversation) => conversation.messages.length);
 */
export function readConversations(text: string, options: ReadOptions = {}): readonly Conversation[] {
  const reader = conversationReader(options);
  const [first, ...others] = [...finish(reader.push(text)), ...finish(reader.end())];
  const { count, lines } = reader.skipped;
  if (first === undefined || count === 0) return first === undefined ? [] : [first, ...others];
  return [{ ...first, skippedLines: lines, skippedCount: count }, ...others];
}

function* conversationsIn({ format, values, importer }: ParsedFile): Sliced<readonly Conversation[]> {
  if (importer !== undefined) return (yield* importer.read(values)).map((found) => imported(found, format));
  if (format.container === 'message-lines') {
    const lines = { value: values.map(({ value }) => value), line: values[0]?.line ?? 1 };
    const texts = values.flatMap(({ text }) => text ?? []);
    return [{ ...(yield* conversation(lines, format)), ...(texts.length > 0 && { source: texts }) }];
  }
  const all: Conversation[] = [];
  for (const located of values) {
    all.push(yield* conversation(located, format));
    yield;
  }
  return all;
}

function* conversation({ value, text, line }: Located, format: FileFormat): Sliced<Conversation> {
  const isOneOfMany = format.container === 'body-lines' || format.container === 'body-list';
  const dialect = isOneOfMany ? (bodyDialect(value)?.id ?? format.dialect) : format.dialect;
  const wrapped = unwrap(value);
  const inner = wrapped?.inner ?? value;
  const decoded = yield* dialectOf(dialect).decodeInSlices(inner);
  const opening = decoded.rest?.system;
  const { id = wrapped?.id, model, title, meta, ...fields } = objectOf(inner);
  const about = { ...fields, ...objectOf(meta) };
  const times = timesIn(decoded.messages, dialect, about.times);
  const whole = saidAt(TIMES.map((name) => about[name]));
  const named = {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...titled(title ?? about.title),
    ...(whole.began === undefined ? saidAt(times) : whole),
    ...(times.every((time) => time === null) ? {} : { times }),
  };
  const openingMessages = isList(opening) ? opening.length : 0;
  return {
    ...named,
    line,
    format: { ...format, dialect },
    ...decoded,
    openingMessages,
    ...(text === undefined ? {} : { source: text }),
    ...(wrapped && { wrap: wrapped.wrap }),
  };
}

/** Fields by which programs say when a conversation was. */
const TIMES = 'created updated created_at updated_at createdAt updatedAt create_time update_time timestamp'.split(' ');
/** Fields by which they say when a message was. */
const MESSAGE_TIMES = 'timestamp created_at createdAt create_time created time date at ts'.split(' ');

/** When messages were said: listed beside them, as lines of ours have it, or each by a field of its own. */
function timesIn(messages: readonly Message[], dialect: DialectId, listed: Json | undefined): readonly (number | null)[] {
  if (isList(listed) && listed.length === messages.length) return listed.map((time) => timeOf(time) ?? null);
  return messages.map((message) => {
    const fields = fieldsOf(dialect, message);
    for (const name of MESSAGE_TIMES) {
      const at = Object.hasOwn(fields, name) ? timeOf(fields[name]) : undefined;
      if (at !== undefined) return at;
    }
    return null;
  });
}

function titled(title: Json | undefined): { readonly title?: string } {
  return typeof title === 'string' && title.trim() !== '' ? { title: title.trim() } : {};
}

function imported({ id, line, meta, frame, messages, ...times }: Imported, format: FileFormat): Conversation {
  const { model } = meta;
  const named = id === undefined ? {} : { id };
  const rest = { dialect: 'jsonl', fields: { ...named, source: format.importedFrom, meta } };
  const told = { ...(typeof model === 'string' ? { model } : {}), ...titled(meta.title), ...times };
  return { ...named, ...told, line, format, frame, messages, rest, openingMessages: 0 };
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

/** A conversation as the text of a file of its own. */
export function writeConversation(conversation: Written, options: EncodeOptions = {}): string {
  return writeConversations([conversation], options);
}
