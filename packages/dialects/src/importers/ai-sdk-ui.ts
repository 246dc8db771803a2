import type { Json, JsonObject, Message, Part, ToolResult } from '@tenfold/core';
import { attachment, urlSource } from '../attachment.ts';
import { textPart } from '../inert.ts';
import { defined, isList, isObject, listOf, objectOf, stringOf, wordOf } from '../json.ts';
import { AT_ONCE, everyInSlices, type Sliced, someInSlices } from '../slices.ts';
import type { Imported, Importer } from './importer.ts';
import { type Steps, steps } from './steps.ts';
import { timeOf, timeSpanOf } from './time-span.ts';

/** Messages as chats of the AI SDK store them: what a page shows, results inside the model's message. */
export const aiSdkUi: Importer = {
  id: 'ai-sdk-ui',
  *detect(records) {
    return (yield* someInSlices(records, isChat)) || (yield* everyInSlices(records, isUiMessage));
  },
  *read(records) {
    const chats = records.filter(({ value }) => isChat(value));
    if (chats.length > 0) {
      const read: Imported[] = [];
      for (const { value, line } of chats) {
        const { id, title, model, messages, createdAt, updatedAt } = objectOf(value);
        const times = timeSpanOf([createdAt, updatedAt, ...timesOf(listOf(messages))]);
        read.push({ ...named(id), line, ...times, meta: defined({ title, model }), ...(yield* talkOf(listOf(messages))) });
        yield;
      }
      return read;
    }
    const values = records.map(({ value }) => value);
    return [{ line: records[0]?.line ?? 1, ...timeSpanOf(timesOf(values)), meta: {}, ...(yield* talkOf(values)) }];
  },
};

function timesOf(messages: readonly Json[]): readonly (Json | undefined)[] {
  return messages.map((message) => objectOf(message).createdAt);
}

function named(id: Json | undefined): { readonly id?: string } {
  return typeof id === 'string' ? { id } : {};
}

function isChat(value: Json): boolean {
  return isObject(value) && isList(value.messages) && value.messages.length > 0 && value.messages.every(isUiMessage);
}

function isUiMessage(value: Json): boolean {
  if (!isObject(value) || !isList(value.parts)) return false;
  if (value.role !== 'system' && value.role !== 'user' && value.role !== 'assistant') return false;
  return value.parts.every((part) => isObject(part) && typeof part.type === 'string');
}

function* talkOf(values: readonly Json[]): Sliced<Pick<Imported, 'frame' | 'messages' | 'times'>> {
  const talk = steps();
  const system: string[] = [];
  for (const [at, value] of values.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) yield;
    const { role, parts, createdAt } = objectOf(value);
    talk.at(timeOf(createdAt) ?? null);
    if (role === 'assistant') readAnswer(listOf(parts).map(objectOf), talk);
    else {
      const spoken = listOf(parts).flatMap((part) => readPart(objectOf(part)));
      const words = spoken.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
      if (role === 'system' && talk.messages.length === 0) system.push(words);
      else talk.add({ role: role === 'system' ? 'system' : 'user', parts: spoken } satisfies Message);
    }
  }
  return { frame: system.length === 0 ? {} : { system: system.join('\n\n') }, messages: talk.messages, times: talk.times };
}

function readAnswer(parts: readonly JsonObject[], talk: Steps): void {
  for (const part of parts) {
    const tool = toolOf(part);
    if (part.type === 'step-start') talk.close();
    else if (tool === undefined) for (const said of readPart(part)) talk.say(said);
    else talk.call({ type: 'tool-call', id: tool.id, name: tool.name, input: tool.input }, tool.result);
  }
  talk.close();
}

/** A tool part: `tool-NAME`, `dynamic-tool`, or the `tool-invocation` of earlier versions. */
function toolOf(part: JsonObject) {
  const type = wordOf(part.type);
  const { toolCallId, toolName, input, rawInput, args, state, output, result, errorText, approval } =
    type === 'tool-invocation' ? objectOf(part.toolInvocation) : part;
  const name = type === 'dynamic-tool' || type === 'tool-invocation' ? stringOf(toolName) : /^tool-(.+)$/.exec(type)?.[1];
  if (name === undefined || typeof toolCallId !== 'string') return undefined;
  const answer = (text: string, isError = false): ToolResult => ({
    type: 'tool-result',
    id: toolCallId,
    name,
    output: text,
    ...(isError ? { isError } : {}),
  });
  const denied = () => stringOf(objectOf(approval).reason) ?? 'Not allowed by the user.';
  const answers: Readonly<Record<string, () => ToolResult>> = {
    'output-available': () => answer(textOf(output)),
    result: () => answer(textOf(result)),
    'output-error': () => answer(stringOf(errorText) ?? '', true),
    'output-denied': () => answer(denied(), true),
  };
  return {
    id: toolCallId,
    name,
    input: input ?? rawInput ?? args ?? {},
    result: (Object.hasOwn(answers, wordOf(state)) ? answers[wordOf(state)] : undefined)?.(),
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Words, thinking and files. Sources and a page's own data were never said to the model. */
function readPart(part: JsonObject): readonly Part[] {
  const type = wordOf(part.type);
  if (type === 'text') return [textPart(wordOf(part.text ?? ''))];
  if (type === 'reasoning') return [{ type: 'reasoning', text: stringOf(part.text) ?? stringOf(part.reasoning) ?? '' }];
  const where = stringOf(part.url) ?? stringOf(part.data);
  if (type === 'file' && where !== undefined) {
    const mediaType = stringOf(part.mediaType) ?? stringOf(part.mimeType) ?? 'application/octet-stream';
    const found = urlSource(where, mediaType);
    return [attachment(found.mediaType, found.source, { name: stringOf(part.filename) })];
  }
  return type.startsWith('source') || type.startsWith('data-') || type === 'step-start'
    ? []
    : [{ type: 'opaque', dialect: 'ai-sdk-ui', value: part }];
}
