import type { JsonObject } from '@tenfold/core';
import { listOf, objectOf } from '../json.ts';
import { type IsHidden, Places, type Screen } from '../wire/screen.ts';

/** Answers of the responses API: their items are counted on, and the last event tells of all that were shown. */
export function openAiResponsesScreen(isHidden: IsHidden): Screen {
  const places = new Places();
  const items: JsonObject[] = [];
  let id: unknown;
  let sequence = 0;
  let isFirst = true;
  let isWhole = true;
  const hides = (item: unknown) =>
    objectOf(item as JsonObject).type === 'function_call' && isHidden(objectOf(item as JsonObject).name);
  const numbered = (data: JsonObject): JsonObject => {
    if (typeof data.sequence_number !== 'number') return data;
    const number = sequence++;
    return number === data.sequence_number ? data : { ...data, sequence_number: number };
  };
  return {
    show(data) {
      if (data.response !== undefined && !this.ends(data) && !isFirst) return null;
      id ??= objectOf(data.response).id;
      if (this.ends(data)) {
        if (isFirst && isWhole) return numbered(data);
        return numbered({ ...data, response: { ...objectOf(data.response), id: id as string, output: items } });
      }
      if (data.output_index === undefined) return numbered(data);
      if (data.type === 'response.output_item.added' && hides(data.item)) {
        places.hide(data.output_index);
        isWhole = false;
      }
      const at = places.of(data.output_index);
      if (at === null) return null;
      if (data.type === 'response.output_item.done') items.push(objectOf(data.item));
      return numbered(at === data.output_index ? data : { ...data, output_index: at });
    },
    ends: ({ type }) => type === 'response.completed' || type === 'response.incomplete',
    goesOn: () => null,
    // This API does not say what an answer waits for.
    settled: (end) => end,
    next() {
      places.next();
      isFirst = false;
    },
    joined: (bodies) => ({
      ...bodies.at(-1),
      output: bodies.flatMap(({ output }) => listOf(output).filter((item) => !hides(item))),
    }),
  };
}
