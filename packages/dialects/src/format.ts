import type { Json } from '@tenfold/core';
import type { Dialect, DialectId } from './dialect.ts';
import { FormatError } from './format-error.ts';
import { aiSdkUi } from './importers/ai-sdk-ui.ts';
import { chatGpt } from './importers/chatgpt.ts';
import { claudeCode } from './importers/claude-code.ts';
import { codex } from './importers/codex.ts';
import type { Importer, ImportId } from './importers/importer.ts';
import { openCode } from './importers/opencode.ts';
import { isList, isObject } from './json.ts';
import { piecesOf } from './json-pieces.ts';
import { isResponsesItem } from './openai-responses/item.ts';
import { type Indent, type Located, RecordReader, type Records } from './records.ts';
import { EXPECTED, excerpt } from './refused-record.ts';
import { detectDialect, detectInSlices } from './registry.ts';
import { joined, MAX_TOLD, type SkippedLines } from './skipped-lines.ts';
import { AT_ONCE, everyInSlices, finish, type Sliced } from './slices.ts';
import { unwrap } from './wrapping.ts';

/** How conversations lie in a file: one request body, one bare list of messages, a list of bodies, a body a line, or a message a line. */
export type Container = 'body' | 'messages' | 'body-list' | 'body-lines' | 'message-lines';

/** The format of a file, told by its content. */
export interface FileFormat {
  readonly container: Container;
  readonly dialect: DialectId;
  /** Spaces a level, or a tab, when the file is one JSON value over several lines. */
  readonly indent?: Indent;
  /** How its lines end, where that is not the usual newline. */
  readonly lineEnd?: '\r\n';
  /** The program whose own transcript it is; such files are read, and written as plain conversation lines. */
  readonly importedFrom?: ImportId;
}

/** A file whose format is known, and the values in it: the body, the list, or one a line. */
export interface ParsedFile {
  readonly format: FileFormat;
  readonly values: readonly Located[];
  /** Who reads it, when it is a program's own transcript. */
  readonly importer?: Importer;
  /** Lines that were passed over. */
  readonly skipped?: SkippedLines;
}

/** What becomes of lines that cannot be read. */
export interface ReadOptions {
  /**
   * `refuse` (the default) takes a file whole or not at all, so that what is written back in kind lacks nothing; `skip` leaves such
   * lines out and lists them. Other programs' own transcripts are only ever read, and often torn: there they are always left out.
   */
  readonly unreadable?: 'refuse' | 'skip';
  /** Whether what was read will be written back in kind (it will, unless said): its text is kept for that. */
  readonly source?: boolean;
}

/** Transcript files of other programs that are read. */
const importers: readonly Importer[] = [claudeCode, codex, chatGpt, openCode, aiSdkUi];

/** Tells the format of a file by its content. Throws {@link FormatError} when it is none. */
export function detectFormat(text: string): FileFormat {
  const reader = new RecordReader({ keepsText: false });
  reader.push(text);
  return finish(parseRecords(reader.end(), {})).format;
}

/** The format of a file and the values in it. Throws {@link FormatError}, and nothing else. */
export function* parseRecords(records: Records, options: ReadOptions): Sliced<ParsedFile> {
  const parsed = yield* parsedFile(records, options);
  if (parsed.importer !== undefined || records.lineEnd === undefined) return parsed;
  return { ...parsed, format: { ...parsed.format, lineEnd: records.lineEnd } };
}

function* parsedFile(records: Records, { unreadable = 'refuse' }: ReadOptions): Sliced<ParsedFile> {
  if (records.kind === 'whole') return yield* single(records.located, records.indent);
  const { located, bad } = records;
  const imported = yield* importOf(located);
  if (imported !== undefined) return { ...imported, skipped: bad };
  if (bad.first !== undefined && unreadable === 'refuse') throw bad.first;
  const parsed = yield* linesOf(located, unreadable, bad.first);
  return { ...parsed, skipped: parsed.skipped === undefined ? bad : joined(bad, parsed.skipped) };
}

/** Lines as conversations. Where none is one, the first line that is to blame is named, not the first that happens to be JSON. */
function* linesOf(
  values: readonly Located[],
  unreadable: ReadOptions['unreadable'],
  bad: FormatError | undefined,
): Sliced<ParsedFile> {
  const [only] = values;
  try {
    return values.length === 1 && only !== undefined ? yield* single(only, undefined) : yield* many(values, unreadable);
  } catch (error) {
    throw error instanceof FormatError && (bad?.line ?? Infinity) < (error.line ?? 0) ? bad : error;
  }
}

/** Which program wrote these records, if one that is known. */
export function* importerOf(records: readonly Json[]): Sliced<Importer | undefined> {
  for (const importer of importers) if (yield* importer.detect(records)) return importer;
  return undefined;
}

function* importOf(values: readonly Located[]): Sliced<ParsedFile | undefined> {
  const importer = yield* importerOf(values.map(({ value }) => value));
  return importer && { format: { container: 'body-lines', dialect: 'jsonl', importedFrom: importer.id }, values, importer };
}

function* single(located: Located, indent: Indent | undefined): Sliced<ParsedFile> {
  const { value, line } = located;
  if (isList(value)) return yield* list(located, value, indent);
  const imported = yield* importOf([located]);
  if (imported !== undefined) return imported;
  if (isMessage(value))
    return { format: { container: 'message-lines', dialect: (yield* messagesDialect([located])).id }, values: [located] };
  const dialect = bodyDialect(value);
  if (dialect === undefined) throw new FormatError({ line, expected: EXPECTED, found: describe(value) });
  return { format: { container: 'body', dialect: dialect.id, ...(indent === undefined ? {} : { indent }) }, values: [located] };
}

/** One JSON list: messages, or whole conversations. */
function* list(located: Located, value: readonly Json[], indent: Indent | undefined): Sliced<ParsedFile> {
  const { line, text } = located;
  if (value.length === 0) throw new FormatError({ line, expected: EXPECTED, found: 'an empty list' });
  const texts = text === undefined ? [] : (piecesOf(text)?.items ?? []);
  const items = value.map((item, at) => ({ value: item, line, ...(texts[at] && { text: texts[at].text }) }));
  const imported = yield* importOf(items);
  if (imported !== undefined) return imported;
  const first = bodyDialect(value[0] as Json);
  const spaced = indent === undefined ? {} : { indent };
  if (first !== undefined && (yield* everyInSlices(value, (body) => bodyDialect(body) !== undefined)))
    return { format: { container: 'body-list', dialect: first.id, ...spaced }, values: items };
  const dialect = yield* detectInSlices(value);
  if (dialect === undefined) throw new FormatError({ line, expected: EXPECTED, found: describe(value) });
  return {
    format: { container: 'messages', dialect: dialect.id, ...spaced },
    values: [located],
  };
}

function* many(values: readonly Located[], unreadable: ReadOptions['unreadable']): Sliced<ParsedFile> {
  const isLineOfMessages = isMessage(values.find(({ value }) => isMessage(value) || bodyDialect(value))?.value ?? null);
  const fits = ({ value }: Located) => (isLineOfMessages ? isMessage(value) : bodyDialect(value) !== undefined);
  const kept: Located[] = [];
  const strays: Located[] = [];
  for (const [index, located] of values.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) yield;
    (fits(located) ? kept : strays).push(located);
  }
  const [stray] = strays;
  const first = stray && strayLine(stray, stray === values[0] ? EXPECTED : isLineOfMessages ? LIKE.message : LIKE.body);
  if (first !== undefined && (unreadable === 'refuse' || kept.length === 0)) throw first;
  const skipped = { count: strays.length, lines: strays.slice(0, MAX_TOLD).map(({ line }) => line), ...(first && { first }) };
  if (isLineOfMessages)
    return { format: { container: 'message-lines', dialect: (yield* messagesDialect(kept)).id }, values: kept, skipped };
  return {
    format: { container: 'body-lines', dialect: (bodyDialect(kept[0]?.value ?? null) as Dialect).id },
    values: kept,
    skipped,
  };
}

/** What a line should have been, where those before it are of a kind. */
export const LIKE = {
  message: 'a message, as on the lines before',
  body: 'a conversation with its messages, as on the lines before',
} as const;

/** A line that is JSON, and of another kind than the others. */
export function strayLine({ value, line }: Located, expected: string): FormatError {
  return new FormatError({ line, expected, found: describe(value) });
}

/** The dialect of a value that is a whole conversation, or wraps one; a list is not, it is messages. */
export function bodyDialect(value: Json): Dialect | undefined {
  return isObject(value) && !isMessage(value) ? detectDialect(unwrap(value)?.inner ?? value) : undefined;
}

function* messagesDialect(values: readonly Located[]): Sliced<Dialect> {
  const dialect = yield* detectInSlices(values.map(({ value }) => value));
  if (dialect === undefined)
    throw new FormatError({ line: values[0]?.line ?? 1, expected: EXPECTED, found: 'messages of no known format' });
  return dialect;
}

/** One message of any dialect: it has a role, or is an item of the responses API. */
export function isMessage(value: Json): boolean {
  if (!isObject(value) || isList(value.messages) || isList(value.contents)) return false;
  return typeof value.role === 'string' || isResponsesItem(value);
}

function describe(value: Json): string {
  if (isList(value)) return `a list of ${value.length} values that are no messages`;
  if (!isObject(value)) return `the value ${excerpt(JSON.stringify(value))}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 6).join(', ')}${keys.length > 6 ? ', …' : ''}`;
}
