import type { Json, JsonObject } from '@tenfold/core';
import { BodyStream, type FileStream } from './body-stream.ts';
import { type Conversation, conversation, timesIn } from './conversation.ts';
import type { Dialect } from './dialect.ts';
import { type FileFormat, isMessage, LIKE, strayLine } from './format.ts';
import { FormatError } from './format-error.ts';
import { timeSpanOf } from './importers/time-span.ts';
import { isList, listOf, objectOf } from './json.ts';
import type { Located, RecordReader, Records } from './records.ts';
import { detectDialect, dialectOf } from './registry.ts';
import { joined, MAX_TOLD, type SkippedLines } from './skipped-lines.ts';
import type { Sliced } from './slices.ts';

/** The list of a talk's messages: a field of the value that began on a line, that value itself, or (of lines) none. */
interface Place {
  readonly field: string | null;
  /** What it is a field of, as far as that has come. */
  readonly object?: JsonObject;
  readonly line: number;
}

/** The messages of one conversation, so many characters at a time. */
export class TalkStream implements FileStream {
  readonly #reader: RecordReader;
  readonly #format: FileFormat;
  readonly #place: Place;
  readonly #size: number;
  /** Items that have come and are not given yet. */
  #kept: Json[] = [];
  #before = { items: 0, messages: 0 };
  #listed: readonly Json[] | undefined;
  #since = Number.POSITIVE_INFINITY;
  #strays: number[] = [];
  #strayed = 0;
  #firstStray: FormatError | undefined;
  #bad: SkippedLines = { count: 0, lines: [] };
  /** What stands behind it: conversations on lines of their own. */
  #behind: BodyStream | undefined;

  constructor(reader: RecordReader, format: FileFormat, place: Place, size: number) {
    this.#reader = reader;
    this.#format = format;
    this.#place = place;
    this.#size = size;
  }

  get skipped(): SkippedLines {
    const first = this.#firstStray;
    const own = joined({ count: this.#strayed, lines: this.#strays, ...(first && { first }) }, this.#bad);
    return this.#behind === undefined ? own : joined(own, this.#behind.skipped);
  }

  *read(characters: number): Sliced<readonly Conversation[]> {
    if (this.#behind !== undefined) return yield* this.#behind.read();
    this.#since += characters;
    if (this.#since < this.#size) return [];
    this.#since = 0;
    const [first] = this.#reader.lines;
    if (first?.isRest === true) return yield* this.#rest(this.#reader.takeLines());
    this.#take();
    // A result is read with its call: calls without ids are answered in order.
    const cut = this.#kept.findLastIndex((item) => !ANSWERS.includes(String(objectOf(item).role)));
    return cut > this.#opening() ? [yield* this.#piece(this.#kept.splice(0, cut))] : [];
  }

  *end(records: Records): Sliced<readonly Conversation[]> {
    if (records.kind === 'whole') return yield* this.#rest([records.located]);
    if (this.#behind !== undefined) return yield* this.#behind.end(records);
    this.#bad = records.bad;
    if (this.#format.container !== 'message-lines') return yield* this.#rest(records.located);
    this.#keepLines(records.located);
    return this.#kept.length === 0 ? [] : [yield* this.#piece(this.#kept.splice(0))];
  }

  /** How many items open it with system text, which is read as one: the first piece has more than those, since a conversation is one by its messages. */
  #opening(): number {
    if (this.#before.items > 0) return 0;
    const end = this.#kept.findIndex((item) => !SYSTEM.includes(String(objectOf(item).role)));
    return end === -1 ? this.#kept.length : end;
  }

  #take(): void {
    if (this.#format.container === 'message-lines') this.#keepLines(this.#reader.takeLines());
    const { growing } = this.#reader;
    if (growing === undefined || (growing.within?.field ?? null) !== this.#place.field) return;
    growing.tookOut();
    for (const item of growing.items.splice(0)) this.#kept.push(item);
  }

  #keepLines(lines: readonly Located[]): void {
    for (const { value, line } of lines) {
      if (isMessage(value)) this.#kept.push(value);
      else {
        this.#firstStray ??= strayLine({ value, line }, LIKE.message);
        if (++this.#strayed <= MAX_TOLD) this.#strays.push(line);
      }
    }
  }

  /** The last of it, from a value that is whole by now, and what stands on lines behind it. */
  *#rest(lines: readonly Located[]): Sliced<readonly Conversation[]> {
    const [own, ...others] = lines;
    if (own?.isRest !== true)
      throw this.#bad.first ?? new FormatError({ expected: 'a whole conversation', found: 'the start of one' });
    const { field, line } = this.#place;
    const left = field === null ? own.value : objectOf(own.value)[field];
    const last = yield* this.#piece([...this.#kept.splice(0), ...listOf(left)]);
    // What an object says behind its messages: how it is called, its system text.
    const empty = field === null ? [] : { ...objectOf(own.value), [field]: [] };
    const { id, title, model, frame } = yield* conversation({ value: empty, line }, this.#format);
    const told = {
      ...(id !== undefined && { id }),
      ...(title !== undefined && { title }),
      ...(model !== undefined && { model }),
    };
    this.#behind = new BodyStream(this.#reader, { container: 'body-lines', dialect: this.#format.dialect });
    const bad = { count: 0, lines: [] };
    return [
      { ...last, ...told, frame: { ...last.frame, ...frame } },
      ...(yield* this.#behind.end({ kind: 'lines', located: others, bad })),
    ];
  }

  *#piece(items: readonly Json[]): Sliced<Conversation> {
    const { line } = this.#place;
    const isFirst = this.#before.items === 0;
    const piece = isFirst ? yield* this.#first(items) : yield* this.#more(items);
    const { items: read, messages } = this.#before;
    this.#before = { items: read + items.length, messages: messages + piece.messages.length };
    return { ...piece, line, ...(isFirst ? {} : { isMore: true as const }) };
  }

  *#first(items: readonly Json[]): Sliced<Conversation> {
    const { field, line } = this.#place;
    const { object = {} } = this.#place;
    const { meta, times = objectOf(meta ?? null).times } = object;
    this.#listed = isList(times) ? times : undefined;
    const value = field === null ? [...items] : { ...object, [field]: [...items] };
    return yield* conversation({ value, line }, this.#format, { goesOn: true });
  }

  *#more(items: readonly Json[]): Sliced<Conversation> {
    const { id, decodeMore } = this.#dialectOf(items);
    const messages = (yield* decodeMore?.(items, this.#before) ?? nothing()) ?? [];
    const from = this.#before.messages;
    const times = yield* timesIn(messages, id, this.#listed?.slice(from, from + messages.length));
    const format = { ...this.#format, dialect: id };
    return { ...timeSpanOf(times), times, line: this.#place.line, format, frame: {}, messages, openingMessages: 0 };
  }

  /** That of the beginning, which may have had no marks of any: then by those that this has. */
  #dialectOf(items: readonly Json[]): Dialect {
    const first = dialectOf(this.#format.dialect);
    if (first.id === 'anthropic' || items.length === 0) return first;
    const found = detectDialect(first.id === 'jsonl' ? { id: '', messages: [...items] } : [...items]);
    return found?.decodeMore === undefined ? first : found;
  }
}

const SYSTEM = ['system', 'developer'];

/** Roles of messages that answer a call. */
const ANSWERS = ['tool', 'function'];

function* nothing(): Sliced<undefined> {}
