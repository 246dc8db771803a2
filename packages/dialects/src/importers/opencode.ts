import type { Json, JsonObject, Part, ToolResult } from '@tenfold/core';
import { attachment, urlSource } from '../attachment.ts';
import { textPart } from '../inert.ts';
import { defined, isList, isObject, listOf, objectOf, stringOf } from '../json.ts';
import { AT_ONCE, everyInSlices, type Sliced, someInSlices } from '../slices.ts';
import type { Imported, Importer } from './importer.ts';
import { type Steps, steps } from './steps.ts';
import { timeOf, timeSpanOf } from './time-span.ts';

/** opencode's export of a session, or the bare list of its messages. */
export const openCode: Importer = {
  id: 'opencode',
  *detect(records) {
    return (yield* someInSlices(records, isSession)) || (yield* everyInSlices(records, isRow));
  },
  *read(records) {
    const sessions = records.filter(({ value }) => isSession(value));
    if (sessions.length === 0)
      return [
        yield* conversation(
          {},
          records.map(({ value }) => value),
          records[0]?.line ?? 1,
        ),
      ];
    const read: Imported[] = [];
    for (const { value, line } of sessions) {
      const { info, messages } = objectOf(value);
      read.push(yield* conversation(objectOf(info), listOf(messages), line));
      yield;
    }
    return read;
  },
};

function isSession(value: Json): boolean {
  return isObject(value) && isObject(value.info) && isList(value.messages) && value.messages.every(isRow);
}

function isRow(value: Json): boolean {
  return isObject(value) && isObject(value.info) && typeof value.info.role === 'string' && isList(value.parts);
}

function* conversation(info: JsonObject, rows: readonly Json[], line: number): Sliced<Imported> {
  const talk = steps();
  let model: string | undefined;
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    const { info: head, parts } = objectOf(row);
    const { role, modelID } = objectOf(head);
    const [created, , completed] = timesOf(objectOf(head));
    talk.at(timeOf(completed) ?? timeOf(created) ?? null);
    model = stringOf(modelID) ?? model;
    const pieces = listOf(parts).map(objectOf);
    if (role === 'assistant') readAnswer(pieces, talk);
    else talk.add({ role: 'user', parts: pieces.flatMap(readPart) });
  }
  const id = stringOf(info.id);
  return {
    ...(id === undefined ? {} : { id }),
    line,
    ...timeSpanOf([info, ...rows.map((row) => objectOf(objectOf(row).info))].flatMap(timesOf)),
    meta: defined({ title: info.title, cwd: info.directory, version: info.version, model }),
    frame: {},
    messages: talk.messages,
    times: talk.times,
  };
}

function timesOf({ time }: JsonObject): readonly (Json | undefined)[] {
  const { created, updated, completed } = objectOf(time);
  return [created, updated, completed];
}

function readAnswer(parts: readonly JsonObject[], talk: Steps): void {
  for (const part of parts) {
    const { type, callID, tool } = part;
    if (type === 'step-start') talk.close();
    else if (type === 'tool' && typeof callID === 'string') {
      const { status, input = {}, output, error } = objectOf(part.state);
      const name = stringOf(tool) ?? 'tool';
      const base = { type: 'tool-result', id: callID, name } as const;
      const result: ToolResult | undefined =
        status === 'completed'
          ? { ...base, output: stringOf(output) ?? JSON.stringify(output ?? '') }
          : status === 'error'
            ? { ...base, output: stringOf(error) ?? '', isError: true }
            : undefined;
      talk.call({ type: 'tool-call', id: callID, name, input }, result);
    } else for (const said of readPart(part)) talk.say(said);
  }
  talk.close();
}

/** Words, thinking and files; marks of steps, snapshots and patches were never said to the model. */
function readPart({ type, text, url, mime, filename }: JsonObject): readonly Part[] {
  if (type === 'text' && typeof text === 'string') return text === '' ? [] : [textPart(text)];
  if (type === 'reasoning' && typeof text === 'string') return [{ type: 'reasoning', text }];
  if (type !== 'file' || typeof url !== 'string') return [];
  const { mediaType, source } = urlSource(url, stringOf(mime) ?? 'application/octet-stream');
  return [attachment(mediaType, source, { name: stringOf(filename) })];
}
