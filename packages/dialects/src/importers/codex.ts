import { type Frame, type Json, type JsonObject, type Message, SUMMARY_PREFIX } from '@tenfold/core';
import { defined, isList, isObject, listOf, objectOf, stringOf, wordOf } from '../json.ts';
import { decodeItems, decodeOpenAiResponses } from '../openai-responses/decode.ts';
import { isResponsesItem } from '../openai-responses/item.ts';
import type { Located } from '../records.ts';
import { AT_ONCE, type Sliced, someInSlices } from '../slices.ts';
import { type Importer, readTwice, type Told, type TwiceRead } from './importer.ts';
import { type TimeSpan, timeOf, timeSpanOf } from './time-span.ts';

/** Kinds of rows in a rollout. */
const ROWS = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'];

/** Codex rollouts: items of the responses API, each in a row of its own. What its compactions replaced is still there and is read. */
export const codex: Importer = {
  id: 'codex',
  *detect(records) {
    if (yield* someInSlices(records, (record) => isSaid(record) || isWhole(record))) return true;
    return (yield* someInSlices(records, isEarlyHead)) && (yield* someInSlices(records, isResponsesItem));
  },
  twice: () => new RolloutReading(),
  read: (records) => readTwice(new RolloutReading(), records),
};

/** A rollout, however its version wrote it down: in rows, as one value, or with its items bare on lines behind a head. */
class RolloutReading implements TwiceRead {
  #line: number | undefined;
  #said: TimeSpan = {};
  #rows: { readonly line: number; session?: JsonObject; context?: JsonObject; compactions: number; isSaid: boolean } | undefined;
  #whole: { readonly session: JsonObject; readonly place: number } | undefined;
  #head: JsonObject | undefined;
  #isBare = false;
  #noted = 0;
  #read = 0;
  #isBegun = false;
  /** Records and their items that are read together with what follows them. */
  readonly #kept: Located[] = [];
  readonly #items: Json[] = [];

  note({ value, line }: Located): void {
    const place = this.#noted++;
    this.#line ??= line;
    this.#said = timeSpanOf([this.#said.began, this.#said.ended, objectOf(value).timestamp]);
    if (isRow(value)) this.#noteRow(value, line);
    else if (isWhole(value)) this.#whole ??= { session: objectOf(value.session), place };
    else if (isEarlyHead(value)) this.#head ??= value;
    else this.#isBare ||= isResponsesItem(value);
  }

  #noteRow({ type, payload }: JsonObject, line: number): void {
    this.#rows ??= { line, compactions: 0, isSaid: false };
    if (type === 'session_meta') this.#rows.session ??= objectOf(payload);
    else if (type === 'turn_context') this.#rows.context ??= objectOf(payload);
    else if (type === 'compacted') this.#rows.compactions++;
    else if (type === 'response_item') this.#rows.isSaid ||= objectOf(payload).type !== 'ghost_snapshot';
  }

  get #session(): JsonObject {
    return (this.#rows === undefined ? (this.#whole?.session ?? this.#head) : this.#rows.session) ?? {};
  }

  *settle() {
    yield;
    if (!(this.#rows?.isSaid ?? (this.#whole !== undefined || this.#isBare))) return undefined;
    const { id, timestamp, cwd, cli_version: version } = this.#session;
    const { line = this.#line ?? 1, context = {}, compactions = 0 } = this.#rows ?? {};
    return {
      ...(typeof id === 'string' ? { id } : {}),
      line,
      ...timeSpanOf([timestamp, this.#said.began, this.#said.ended]),
      meta: defined({ cwd, version, model: context.model, compactions: compactions || undefined }),
    };
  }

  /** What the model said in one go is one message: what comes is read up to the last thing that somebody else said. */
  *read(records: readonly Located[], isLast: boolean): Sliced<Told & { readonly frame?: Frame }> {
    let [cut, items] = [0, 0];
    for (const [index, record] of records.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) yield;
      this.#kept.push(record);
      for (const item of this.#itemsIn(record.value)) for (const own of itemOf(item)) this.#items.push(own);
      if (isOthers(this.#items.at(-1))) [cut, items] = [this.#kept.length, this.#items.length];
    }
    if (isLast) [cut, items] = [this.#kept.length, this.#items.length];
    return yield* this.#decode(this.#items.splice(0, items), this.#kept.splice(0, cut));
  }

  #itemsIn(value: Json): readonly Json[] {
    const place = this.#read++;
    if (this.#rows !== undefined) return isRow(value) && value.type === 'response_item' ? [objectOf(value.payload)] : [];
    if (this.#whole !== undefined) return place === this.#whole.place ? listOf(objectOf(value).items) : [];
    return isResponsesItem(value) ? [value] : [];
  }

  *#decode(items: readonly Json[], records: readonly Located[]): Sliced<Told & { readonly frame?: Frame }> {
    if (items.length === 0) return { messages: [], times: [] };
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    const opening = isFirst ? yield* decodeOpenAiResponses(items) : undefined;
    const messages = opening?.messages ?? (yield* decodeItems(items));
    const texts = [isFirst ? instructionsOf(this.#session) : undefined, opening?.frame.system];
    const system = texts.filter((text) => text !== undefined && text !== '').join('\n\n');
    return { messages, times: timesFor(messages, records), ...(system === '' ? {} : { frame: { system } }) };
  }
}

function isOthers(item: Json | undefined): boolean {
  const { type, role } = objectOf(item);
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return true;
  return (type === 'message' || type === undefined) && role === 'user';
}

/** When each message was said: items are told again by the ids of their calls, or by their words. */
function timesFor(messages: readonly Message[], records: readonly Located[]): readonly (number | null)[] {
  const said = new Map<string, number[]>();
  for (const { value } of records) {
    const { payload, timestamp } = objectOf(value);
    const at = timeOf(timestamp);
    const { type, call_id, content } = objectOf(payload ?? null);
    const words = stringOf(objectOf(listOf(content)[0] ?? null).text);
    const name = typeof call_id === 'string' ? `${wordOf(type).endsWith('_output')} ${call_id}` : words;
    if (at !== undefined && name !== undefined) said.set(name, [...(said.get(name) ?? []), at]);
  }
  return messages.map(({ parts }) => {
    const names = parts.flatMap((part) =>
      part.type === 'tool-call' || part.type === 'tool-result'
        ? [`${part.type === 'tool-result'} ${part.id}`]
        : part.type === 'text'
          ? [part.text]
          : [],
    );
    return names.reduce<number | null>((last, name) => said.get(name)?.shift() ?? last, null);
  });
}

function isRow(value: Json): value is JsonObject {
  return isObject(value) && ROWS.includes(wordOf(value.type)) && isObject(value.payload);
}

function isSaid(value: Json): boolean {
  return isRow(value) && (value.type === 'session_meta' || value.type === 'response_item');
}

/** The first line of early rollouts, whose items follow bare, and the only value of the earliest. */
function isEarlyHead(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.timestamp === 'string' &&
    'instructions' in value &&
    value.type === undefined &&
    value.role === undefined
  );
}

function isWhole(value: Json): value is JsonObject {
  return isObject(value) && isObject(value.session) && isList(value.items) && value.items.some(isResponsesItem);
}

/** An item as a call or output of a function, where Codex has a form of its own for it; its notes about itself are none. */
function itemOf(item: Json): readonly Json[] {
  const value = objectOf(item);
  const { type, output } = value;
  if (type === 'ghost_snapshot') return [];
  if (type === 'local_shell_call') {
    const call = { type: 'function_call', name: 'local_shell', arguments: JSON.stringify(value.action ?? {}) };
    return [{ ...call, call_id: stringOf(value.call_id) ?? stringOf(value.id) ?? '' }];
  }
  if (type === 'local_shell_call_output') return [{ ...value, type: 'function_call_output' }];
  const { content } = objectOf(output);
  return typeof content === 'string' ? [{ ...value, output: content }] : [item];
}

function instructionsOf(session: JsonObject): string | undefined {
  const text = stringOf(session.instructions) ?? stringOf(objectOf(session.base_instructions).text);
  return text?.startsWith(SUMMARY_PREFIX) ? undefined : text;
}
