import { type Json, type JsonObject, type Message, SUMMARY_PREFIX } from '@tenfold/core';
import { defined, isList, isObject, listOf, objectOf, stringOf, wordOf } from '../json.ts';
import { decodeOpenAiResponses } from '../openai-responses/decode.ts';
import { isResponsesItem } from '../openai-responses/item.ts';
import type { Located } from '../records.ts';
import { mapInSlices, someInSlices } from '../slices.ts';
import type { Importer } from './importer.ts';
import { saidAt, timeOf } from './said-at.ts';

/** Kinds of rows in a rollout. */
const ROWS = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'];

/** A rollout, however its version wrote it down. */
interface Rollout {
  readonly session: JsonObject;
  readonly context: JsonObject;
  readonly items: readonly Json[];
  readonly compactions: number;
  readonly line: number;
}

/** Codex rollouts: items of the responses API, each in a row of its own. What its compactions replaced is still there and is read. */
export const codex: Importer = {
  id: 'codex',
  name: 'Codex rollout',
  *detect(records) {
    if (yield* someInSlices(records, (record) => isSaid(record) || isWhole(record))) return true;
    return (yield* someInSlices(records, isEarlyHead)) && (yield* someInSlices(records, isResponsesItem));
  },
  *read(records) {
    const { session, context, items, compactions, line } = rolloutOf(records);
    const said = (yield* mapInSlices(items, itemOf)).flat();
    if (said.length === 0) return [];
    const decoded = yield* decodeOpenAiResponses(said);
    const system = [instructionsOf(session), decoded.frame.system]
      .filter((text) => text !== undefined && text !== '')
      .join('\n\n');
    const id = stringOf(session.id);
    return [
      {
        ...(id === undefined ? {} : { id }),
        line,
        ...saidAt([session.timestamp, ...records.map(({ value }) => objectOf(value).timestamp)]),
        meta: defined({
          cwd: session.cwd,
          version: session.cli_version,
          model: context.model,
          compactions: compactions || undefined,
        }),
        frame: system === '' ? {} : { system },
        messages: decoded.messages,
        times: timesFor(decoded.messages, records),
      },
    ];
  },
};

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

function rolloutOf(records: readonly Located[]): Rollout {
  const rows = records.filter(({ value }) => isRow(value));
  const payloads = (type: string) =>
    rows.flatMap(({ value }) => (objectOf(value).type === type ? [objectOf(objectOf(value).payload)] : []));
  const base = { session: {}, context: {}, compactions: 0, line: records[0]?.line ?? 1 };
  const [first] = rows;
  if (first !== undefined) {
    const [session = {}] = payloads('session_meta');
    const [context = {}] = payloads('turn_context');
    const compactions = payloads('compacted').length;
    return { session, context, items: payloads('response_item'), compactions, line: first.line };
  }
  const values = records.map(({ value }) => value);
  const whole = values.find(isWhole);
  if (whole !== undefined) return { ...base, session: objectOf(whole.session), items: listOf(whole.items) };
  return { ...base, session: values.find(isEarlyHead) ?? {}, items: values.filter(isResponsesItem) };
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
