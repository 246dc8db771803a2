import type { Frame, JsonObject, Message } from '@tenfold/core';
import type { EncodeOptions } from './dialect.ts';
import { bodyDialect, type FileFormat, parseFile } from './format.ts';
import type { Imported } from './importers/importer.ts';
import { isList, isObject } from './json.ts';
import type { Located } from './records.ts';
import { dialectOf } from './registry.ts';

/** One conversation of a file. */
export interface Conversation {
  /** The id it carries, where it carries one. */
  readonly id?: string;
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
  /** Lines that could not be read and were passed over; only in transcripts that another program wrote. */
  readonly skippedLines?: readonly number[];
}

/**
 * Every conversation of a file, whatever its format. Throws {@link FormatError}, and nothing else, when it cannot be read.
 *
 * @example
 * const lengths = readConversations(text).map((conversation) => conversation.messages.length);
 */
export function readConversations(text: string): readonly Conversation[] {
  const { format, values, importer, skipped = [] } = parseFile(text);
  if (importer !== undefined) return importer.read(values).map((found) => imported(found, format, skipped));
  if (format.container !== 'message-lines') return values.map((located) => conversation(located, format));
  const [first] = values;
  return [conversation({ value: values.map(({ value }) => value), line: first?.line ?? 1 }, format)];
}

function conversation({ value, line }: Located, format: FileFormat): Conversation {
  const dialect = format.container === 'body-lines' ? (bodyDialect(value)?.id ?? format.dialect) : format.dialect;
  const decoded = dialectOf(dialect).decode(value);
  const opening = decoded.rest?.system;
  const { id, model } = isObject(value) ? value : {};
  const named = { ...(typeof id === 'string' ? { id } : {}), ...(typeof model === 'string' ? { model } : {}) };
  return { ...named, line, format: { ...format, dialect }, ...decoded, openingMessages: isList(opening) ? opening.length : 0 };
}

function imported({ id, line, meta, frame, messages }: Imported, format: FileFormat, skipped: readonly number[]): Conversation {
  const named = id === undefined ? {} : { id };
  const rest = { dialect: 'jsonl', fields: { ...named, source: format.importedFrom, meta } };
  return {
    ...named,
    line,
    format,
    frame,
    messages,
    rest,
    openingMessages: 0,
    ...(skipped.length === 0 ? {} : { skippedLines: skipped }),
  };
}

/** A conversation as the text of a file in the format it was read from, newline at the end included. */
export function writeConversation(
  conversation: Pick<Conversation, 'format' | 'frame' | 'messages' | 'rest'>,
  options: EncodeOptions = {},
): string {
  const { format } = conversation;
  const wire = dialectOf(format.dialect).encode(conversation, options);
  if (format.container === 'message-lines' && isList(wire)) return wire.map((message) => `${JSON.stringify(message)}\n`).join('');
  return `${JSON.stringify(wire, null, format.indent)}\n`;
}
