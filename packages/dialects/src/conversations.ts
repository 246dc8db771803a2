import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { EncodeOptions } from './dialect.ts';
import { bodyDialect, type FileFormat, type ParsedFile, parseFile, type ReadOptions } from './format.ts';
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
  /** Lines of the file that could not be read and were left out; told by its first conversation. */
  readonly skippedLines?: readonly number[];
}

/**
 * Every conversation of a file, whatever its format. Throws {@link FormatError}, and nothing else, when it cannot be read.
 *
 * @example
 * const lengths = readConversations(text).map((conversation) => conversation.messages.length);
 */
export function readConversations(text: string, options: ReadOptions = {}): readonly Conversation[] {
  const parsed = parseFile(text, options);
  const { skipped = [] } = parsed;
  const [first, ...others] = conversationsIn(parsed);
  if (first === undefined) return [];
  return [skipped.length === 0 ? first : { ...first, skippedLines: skipped }, ...others];
}

function conversationsIn({ format, values, importer }: ParsedFile): readonly Conversation[] {
  if (importer !== undefined) return importer.read(values).map((found) => imported(found, format));
  if (format.container !== 'message-lines') return values.map((located) => conversation(located, format));
  const [first] = values;
  return [conversation({ value: values.map(({ value }) => value), line: first?.line ?? 1 }, format)];
}

function conversation({ value, line }: Located, format: FileFormat): Conversation {
  const isOneOfMany = format.container === 'body-lines' || format.container === 'body-list';
  const dialect = isOneOfMany ? (bodyDialect(value)?.id ?? format.dialect) : format.dialect;
  const decoded = dialectOf(dialect).decode(value);
  const opening = decoded.rest?.system;
  const { id, model } = isObject(value) ? value : {};
  const named = { ...(typeof id === 'string' ? { id } : {}), ...(typeof model === 'string' ? { model } : {}) };
  return { ...named, line, format: { ...format, dialect }, ...decoded, openingMessages: isList(opening) ? opening.length : 0 };
}

function imported({ id, line, meta, frame, messages }: Imported, format: FileFormat): Conversation {
  const { model } = meta;
  const named = id === undefined ? {} : { id };
  const rest = { dialect: 'jsonl', fields: { ...named, source: format.importedFrom, meta } };
  return { ...named, ...(typeof model === 'string' ? { model } : {}), line, format, frame, messages, rest, openingMessages: 0 };
}

/** What is written of a conversation, in the format it was read from. */
export type Written = Pick<Conversation, 'format' | 'frame' | 'messages' | 'rest'>;

/** Conversations of one file as its text, in the format they were read from, newline at the end included. */
export function writeConversations(conversations: readonly Written[], options: EncodeOptions = {}): string {
  const wires = conversations.map((conversation) => dialectOf(conversation.format.dialect).encode(conversation, options));
  const [first] = conversations;
  if (first?.format.container === 'body-list') return `${JSON.stringify(wires, null, first.format.indent)}\n`;
  return wires.map((wire, at) => textOf(wire, conversations[at]?.format)).join('');
}

function textOf(wire: Json, format: FileFormat | undefined): string {
  if (format?.container === 'message-lines' && isList(wire))
    return wire.map((message) => `${JSON.stringify(message)}\n`).join('');
  return `${JSON.stringify(wire, null, format?.indent)}\n`;
}

/** A conversation as the text of a file of its own. */
export function writeConversation(conversation: Written, options: EncodeOptions = {}): string {
  return writeConversations([conversation], options);
}
