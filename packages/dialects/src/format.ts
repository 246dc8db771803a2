import type { Json } from '@tenfold/core';
import type { Dialect, DialectId } from './dialect.ts';
import { FormatError } from './format-error.ts';
import { chatGpt } from './importers/chatgpt.ts';
import { claudeCode } from './importers/claude-code.ts';
import { codex } from './importers/codex.ts';
import type { Importer, ImportId } from './importers/importer.ts';
import { isList, isObject } from './json.ts';
import { EXPECTED, excerpt, type Located, readRecords } from './records.ts';
import { detectDialect } from './registry.ts';

/** How conversations lie in a file: one request body, one bare list of messages, a body a line, or a message a line. */
export type Container = 'body' | 'messages' | 'body-lines' | 'message-lines';

/** The format of a file, told by its content. */
export interface FileFormat {
  readonly container: Container;
  readonly dialect: DialectId;
  /** Spaces a level when the file is one JSON value over several lines. */
  readonly indent?: number;
  /** The program whose own transcript it is; such files are read, and written as plain conversation lines. */
  readonly importedFrom?: ImportId;
}

/** A file whose format is known, and the values in it: the body, the list, or one a line. */
export interface ParsedFile {
  readonly format: FileFormat;
  readonly values: readonly Located[];
  /** Who reads it, when it is a program's own transcript. */
  readonly importer?: Importer;
  /** Lines that were passed over: programs tear their own transcripts. */
  readonly skipped?: readonly number[];
}

/** Transcript files of other programs that are read. */
const importers: readonly Importer[] = [claudeCode, codex, chatGpt];

/** Tells the format of a file by its content. Throws {@link FormatError} when it is none. */
export function detectFormat(text: string): FileFormat {
  return parseFile(text).format;
}

/** The format of a file and the values in it. Throws {@link FormatError}, and nothing else. */
export function parseFile(text: string): ParsedFile {
  const records = readRecords(text);
  if (records.kind === 'whole') return single(records.located, records.indent);
  const { located, bad } = records;
  const imported = importOf(located);
  if (imported !== undefined) return { ...imported, skipped: bad.map(({ line }) => line ?? 0) };
  if (bad[0] !== undefined) throw bad[0];
  const [only] = located;
  return located.length === 1 && only !== undefined ? single(only, undefined) : many(located);
}

function importOf(values: readonly Located[]): ParsedFile | undefined {
  const records = values.map(({ value }) => value);
  const importer = importers.find((candidate) => candidate.detect(records));
  return importer && { format: { container: 'body-lines', dialect: 'jsonl', importedFrom: importer.id }, values, importer };
}

function single(located: Located, indent: number | undefined): ParsedFile {
  const { value, line } = located;
  if (isList(value)) return list(value, line, indent);
  const imported = importOf([located]);
  if (imported !== undefined) return imported;
  if (isMessage(value))
    return { format: { container: 'message-lines', dialect: messagesDialect([located]).id }, values: [located] };
  const dialect = detectDialect(value);
  if (dialect === undefined) throw new FormatError({ line, expected: EXPECTED, found: describe(value) });
  return { format: { container: 'body', dialect: dialect.id, ...(indent === undefined ? {} : { indent }) }, values: [located] };
}

/** One JSON list: messages, or whole conversations, which are written back a line each. */
function list(value: readonly Json[], line: number, indent: number | undefined): ParsedFile {
  if (value.length === 0) throw new FormatError({ line, expected: EXPECTED, found: 'an empty list' });
  const items = value.map((item) => ({ value: item, line }));
  const imported = importOf(items);
  if (imported !== undefined) return imported;
  const bodies = value.map(bodyDialect);
  const [first] = bodies;
  if (first !== undefined && bodies.every((body) => body !== undefined))
    return { format: { container: 'body-lines', dialect: first.id }, values: items };
  const dialect = detectDialect(value);
  if (dialect === undefined) throw new FormatError({ line, expected: EXPECTED, found: describe(value) });
  return {
    format: { container: 'messages', dialect: dialect.id, ...(indent === undefined ? {} : { indent }) },
    values: [{ value, line }],
  };
}

function many(values: readonly Located[]): ParsedFile {
  const [first] = values as readonly [Located, ...Located[]];
  const isLineOfMessages = isMessage(first.value);
  const stray = values.find(({ value }) => (isLineOfMessages ? !isMessage(value) : bodyDialect(value) === undefined));
  if (stray !== undefined) {
    const like = isLineOfMessages
      ? 'a message, as on the lines before'
      : 'a conversation with its messages, as on the lines before';
    throw new FormatError({ line: stray.line, expected: stray === first ? EXPECTED : like, found: describe(stray.value) });
  }
  if (isLineOfMessages) return { format: { container: 'message-lines', dialect: messagesDialect(values).id }, values };
  return { format: { container: 'body-lines', dialect: (bodyDialect(first.value) as Dialect).id }, values };
}

/** The dialect of a value that is a whole conversation; a list is not, it is messages. */
export function bodyDialect(value: Json): Dialect | undefined {
  return isObject(value) && !isMessage(value) ? detectDialect(value) : undefined;
}

function messagesDialect(values: readonly Located[]): Dialect {
  const dialect = detectDialect(values.map(({ value }) => value));
  if (dialect === undefined)
    throw new FormatError({ line: values[0]?.line ?? 1, expected: EXPECTED, found: 'messages of no known format' });
  return dialect;
}

/** Items of the responses API that carry no role. */
const ITEMS = ['function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output', 'reasoning'];

/** One message of any dialect: it has a role, or is an item of the responses API. */
function isMessage(value: Json): boolean {
  if (!isObject(value) || isList(value.messages) || isList(value.contents)) return false;
  return typeof value.role === 'string' || ITEMS.includes(String(value.type));
}

function describe(value: Json): string {
  if (isList(value)) return `a list of ${value.length} values that are no messages`;
  if (!isObject(value)) return `the value ${excerpt(JSON.stringify(value))}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 6).join(', ')}${keys.length > 6 ? ', …' : ''}`;
}
