import type { Json, JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf } from '../json.ts';
import { type AnswerBuilder, type Billed, billOf } from '../wire/answer-builder.ts';

/** An answer of the responses API: its items as they were finished. */
export function openAiResponsesAnswer(): AnswerBuilder {
  let items: JsonObject[] = [];
  let usage: JsonObject | null = null;
  let complete = false;
  const take = (response: JsonObject) => {
    const output = listOf(response.output).filter(isObject);
    if (output.length > 0) items = output;
    if (isObject(response.usage)) usage = response.usage;
    complete = response.status === 'completed' || response.status === 'incomplete';
  };
  return {
    event(data) {
      if (data.type === 'response.output_item.done' && isObject(data.item))
        items[placeOf(data.output_index) ?? items.length] = data.item;
      else if (data.type === 'response.completed' || data.type === 'response.incomplete') take(objectOf(data.response));
    },
    body: take,
    get wire() {
      return items.filter(isObject);
    },
    get billed() {
      return usage === null ? null : billedOf(usage);
    },
    get complete() {
      return complete;
    },
  };
}

/** No answer has so many items; a number out of the blue would make a list of as many holes. */
const MOST_ITEMS = 1_000;

function placeOf(index: Json | undefined): number | null {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < MOST_ITEMS ? index : null;
}

function billedOf({ input_tokens: input, output_tokens: output, input_tokens_details }: JsonObject): Billed | null {
  return billOf({ input, output, cacheRead: objectOf(input_tokens_details).cached_tokens, cacheWrite: 0 });
}
