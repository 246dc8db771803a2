import type { Json, JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf, wordOf } from '../json.ts';
import type { AnswerBuilder, Billed } from '../wire/answer-builder.ts';

/** An answer of generateContent: the parts of its first candidate, words that came in pieces as one. */
export function geminiAnswer(): AnswerBuilder {
  const parts: { [field: string]: Json | undefined }[] = [];
  let usage: JsonObject | null = null;
  let complete = false;
  const take = (data: JsonObject) => {
    if (isObject(data.usageMetadata)) usage = data.usageMetadata;
    const candidate = objectOf(listOf(data.candidates)[0]);
    for (const part of listOf(objectOf(candidate.content).parts).filter(isObject)) add(parts, part);
    if (typeof candidate.finishReason === 'string') complete = true;
  };
  return {
    event: take,
    body: take,
    get wire() {
      const said = parts.filter((part) => part.text !== '' || Object.keys(part).length > 1);
      return said.length === 0 ? [] : [{ role: 'model', parts: said }];
    },
    get billed() {
      return usage === null ? null : billedOf(usage);
    },
    get complete() {
      return complete;
    },
  };
}

function add(parts: { [field: string]: Json | undefined }[], part: JsonObject): void {
  const last = parts.at(-1);
  const joins = isWords(part) && last !== undefined && isWords(last) && (last.thought ?? false) === (part.thought ?? false);
  if (joins) last.text = `${wordOf(last.text)}${wordOf(part.text)}`;
  else parts.push({ ...part });
}

function isWords(part: JsonObject): boolean {
  return typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought');
}

function billedOf(usage: JsonObject): Billed {
  const output = Number(usage.candidatesTokenCount ?? 0) + Number(usage.thoughtsTokenCount ?? 0);
  return {
    input: Number(usage.promptTokenCount ?? 0),
    output,
    cacheRead: Number(usage.cachedContentTokenCount ?? 0),
    cacheWrite: 0,
  };
}
