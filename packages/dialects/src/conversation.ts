import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { DialectId } from './dialect.ts';
import { bodyDialect, type FileFormat, type ParsedFile } from './format.ts';
import type { Imported } from './importers/importer.ts';
import { type TimeSpan, timeOf, timeSpanOf } from './importers/time-span.ts';
import { fieldsOf, isList, objectOf } from './json.ts';
import type { Located } from './records.ts';
import { dialectOf } from './registry.ts';
import { mapInSlices, type Sliced } from './slices.ts';
import { unwrap } from './wrapping.ts';

/** One conversation of a file. */
export interface Conversation extends TimeSpan {
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
  /** Its messages go on the conversation before it, which was too long for one go. */
  readonly isMore?: true;
}

/** The conversations of a file that has been read. */
export function* conversationsIn({ format, values, importer }: ParsedFile): Sliced<readonly Conversation[]> {
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

/** One conversation; where it is only the beginning of one, more times may be listed than there are messages. */
export function* conversation(
  { value, text, line }: Located,
  format: FileFormat,
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): Sliced<Conversation> {
  const isOneOfMany = format.container === 'body-lines' || format.container === 'body-list';
  const dialect = isOneOfMany ? (bodyDialect(value)?.id ?? format.dialect) : format.dialect;
  const wrapped = unwrap(value);
  const inner = wrapped?.inner ?? value;
  const decoded = yield* dialectOf(dialect).decodeInSlices(inner);
  const opening = decoded.rest?.system;
  const { id = wrapped?.id, model, title, meta, ...fields } = objectOf(inner);
  const about = { ...fields, ...objectOf(meta) };
  const listed = goesOn && isList(about.times) ? about.times.slice(0, decoded.messages.length) : about.times;
  const times = yield* timesIn(decoded.messages, dialect, listed);
  const whole = timeSpanOf(TIMES.map((name) => about[name]));
  const named = {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...titled(title ?? about.title),
    ...(whole.began === undefined ? timeSpanOf(times) : whole),
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
export function* timesIn(
  messages: readonly Message[],
  dialect: DialectId,
  listed: Json | undefined,
): Sliced<readonly (number | null)[]> {
  if (isList(listed) && listed.length === messages.length) return yield* mapInSlices(listed, (time) => timeOf(time) ?? null);
  return yield* mapInSlices(messages, (message) => {
    const fields = fieldsOf(dialect, message);
    for (const name of MESSAGE_TIMES) {
      const at = Object.hasOwn(fields, name) ? timeOf(fields[name]) : undefined;
      if (at !== undefined) return at;
    }
    return null;
  });
}

function titled(title: Json | undefined): { readonly title?: string } {
  return typeof title === 'string' && title.trim() !== '' ? { title } : {};
}

/** A conversation of a program's own transcript. */
export function imported({ id, line, meta, frame, messages, ...times }: Imported, format: FileFormat): Conversation {
  const { model } = meta;
  const named = id === undefined ? {} : { id };
  const rest = { dialect: 'jsonl', fields: { ...named, source: format.importedFrom, meta } };
  const told = { ...(typeof model === 'string' ? { model } : {}), ...titled(meta.title), ...times };
  return { ...named, ...told, line, format, frame, messages, rest, openingMessages: 0 };
}
