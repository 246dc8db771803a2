import type { Json, JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf, wordOf } from '../json.ts';
import { type AnswerBuilder, type Billed, billOf } from '../wire/answer-builder.ts';

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

function billedOf({
  promptTokenCount,
  candidatesTokenCount,
  thoughtsTokenCount,
  cachedContentTokenCount,
}: JsonObject): Billed | null {
  const thoughts = billOf({ input: 0, output: thoughtsTokenCount, cacheRead: 0, cacheWrite: 0 });
  const bill = billOf({
    input: promptTokenCount,
    output: candidatesTokenCount,
    cacheRead: cachedContentTokenCount,
    cacheWrite: 0,
  });
  return bill === null || thoughts === null ? null : { ...bill, output: bill.output + thoughts.output };
}
