import type { Json } from '@tenfold/core';
import type { Dialect, DialectId } from './dialect.ts';
import { FormatError } from './format-error.ts';
import { isList, isObject } from './json.ts';
import { detectDialect } from './registry.ts';

/** How conversations lie in a file: one request body, one bare list of messages, a body a line, or a message a line. */
export type Container = 'body' | 'messages' | 'body-lines' | 'message-lines';

/** The format of a file, told by its content. */
export interface FileFormat {
  readonly container: Container;
  readonly dialect: DialectId;
  /** Spaces a level when the file is one JSON value over several lines. */
  readonly indent?: number;
}

/** A JSON value of a file and the line it starts on, counted from 1. */
export interface Located {
  readonly value: Json;
  readonly line: number;
}

const EXPECTED =
  'a request body or list of messages (OpenAI, Anthropic, Gemini, AI SDK) as JSON, or JSONL with one conversation or one message a line';

/** Tells the format of a file by its content. Throws {@link FormatError} when it is none. */
export function detectFormat(text: string): FileFormat {
  return parseFile(text).format;
}

/** The format of a file and the values in it: the body, the list, or one a line. */
export function parseFile(text: string): { readonly format: FileFormat; readonly values: readonly Located[] } {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (content.trim() === '') throw new FormatError({ expected: EXPECTED, found: 'an empty file' });
  const lines = linesOf(content);
  const [first] = lines;
  const whole = lines.length === 1 ? undefined : parseWhole(content);
  if (whole !== undefined) return single({ value: whole, line: first?.line ?? 1 }, indentOf(content));
  const values = lines.map((line, index) => parseLine(line, index === lines.length - 1, content));
  const [only] = values;
  if (values.length === 1 && only !== undefined) return single(only, undefined);
  return many(values);
}

function linesOf(content: string): readonly { readonly text: string; readonly line: number }[] {
  return content
    .split('\n')
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '');
}

/** Only a text whose first line is not a value by itself can be one value over several lines. */
function parseWhole(content: string): Json | undefined {
  const start = content.trimStart();
  const firstLine = start.slice(0, start.indexOf('\n')).trim();
  try {
    JSON.parse(firstLine);
    return undefined;
  } catch {
    try {
      return JSON.parse(content) as Json;
    } catch {
      return undefined;
    }
  }
}

function parseLine({ text, line }: { text: string; line: number }, isLast: boolean, content: string): Located {
  try {
    return { value: JSON.parse(text) as Json, line };
  } catch (error) {
    const looksWhole = line === 1 && (text === '{' || text === '[');
    const torn = isLast && !content.endsWith('\n') && /^[[{]/.test(text);
    const reason = (error as Error).message;
    if (looksWhole) throw new FormatError({ expected: EXPECTED, found: `JSON that is torn or broken (${wholeReason(content)})` });
    if (torn)
      throw new FormatError({ line, expected: 'a whole JSON value', found: `a torn one: the file ends inside it (${reason})` });
    throw new FormatError({
      line,
      expected: line === 1 ? EXPECTED : 'one JSON value a line',
      found: `${excerpt(text)} (${reason})`,
    });
  }
}

function wholeReason(content: string): string {
  try {
    JSON.parse(content);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

function single(located: Located, indent: number | undefined) {
  const { value, line } = located;
  const shape = indent === undefined ? {} : { indent };
  if (isList(value) && value.length === 0) throw new FormatError({ line, expected: EXPECTED, found: 'an empty list' });
  if (isList(value) && value.every((item) => bodyDialect(item) !== undefined)) {
    // A list of whole conversations: each is written back as a line.
    const values = value.map((item) => ({ value: item, line }));
    return {
      format: { container: 'body-lines', dialect: (bodyDialect(value[0] as Json) as Dialect).id } satisfies FileFormat,
      values,
    };
  }
  if (isMessage(value))
    return {
      format: { container: 'message-lines', dialect: messagesDialect([located]).id } satisfies FileFormat,
      values: [located],
    };
  const dialect = detectDialect(value);
  if (dialect === undefined) throw new FormatError({ line, expected: EXPECTED, found: describe(value) });
  return {
    format: { container: isList(value) ? 'messages' : 'body', dialect: dialect.id, ...shape } satisfies FileFormat,
    values: [located],
  };
}

function many(values: readonly Located[]) {
  const [first] = values as readonly [Located, ...Located[]];
  if (isMessage(first.value)) {
    const stray = values.find(({ value }) => !isMessage(value));
    if (stray !== undefined)
      throw new FormatError({ line: stray.line, expected: 'a message, as on the lines before', found: describe(stray.value) });
    return { format: { container: 'message-lines', dialect: messagesDialect(values).id } satisfies FileFormat, values };
  }
  const stray = values.find(({ value }) => bodyDialect(value) === undefined);
  if (stray !== undefined) {
    const expected = stray === first ? EXPECTED : 'a conversation with its messages, as on the lines before';
    throw new FormatError({ line: stray.line, expected, found: describe(stray.value) });
  }
  return { format: { container: 'body-lines', dialect: (bodyDialect(first.value) as Dialect).id } satisfies FileFormat, values };
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

/** One message of any dialect: it has a role, or is an item of the responses API. */
function isMessage(value: Json): boolean {
  if (!isObject(value) || value.messages !== undefined || value.contents !== undefined || value.input !== undefined) return false;
  return typeof value.role === 'string' || (typeof value.type === 'string' && value.type.startsWith('function_call'));
}

function describe(value: Json): string {
  if (isList(value)) return `a list of ${value.length} values that are no messages`;
  if (!isObject(value)) return `the value ${excerpt(JSON.stringify(value))}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 6).join(', ')}${keys.length > 6 ? ', …' : ''}`;
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text;
}

function indentOf(content: string): number {
  return /\n( *)\S/.exec(content)?.[1]?.length || 2;
}
