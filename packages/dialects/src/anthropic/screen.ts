import type { JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf } from '../json.ts';
import { type IsHidden, Places, type Screen } from '../wire/screen.ts';

/** Answers of the messages API. */
export function anthropicScreen(isHidden: IsHidden): Screen {
  const places = new Places();
  let isFirst = true;
  const hides = (block: JsonObject) => block.type === 'tool_use' && isHidden(block.name);
  return {
    show(data) {
      if (data.type === 'message_start') return isFirst ? data : null;
      if (typeof data.index !== 'number') return data;
      if (data.type === 'content_block_start' && hides(objectOf(data.content_block))) places.hide(data.index);
      const index = places.of(data.index);
      return index === null ? null : index === data.index ? data : { ...data, index };
    },
    ends: ({ type }) => type === 'message_delta' || type === 'message_stop',
    goesOn: () => null,
    settled(end) {
      const delta = objectOf(end.delta);
      if (delta.stop_reason === 'tool_use') return { ...end, delta: { ...delta, stop_reason: 'end_turn' } };
      return end.stop_reason === 'tool_use' ? { ...end, stop_reason: 'end_turn' } : end;
    },
    next() {
      places.next();
      isFirst = false;
    },
    joined: (bodies) => ({
      ...bodies.at(-1),
      content: bodies.flatMap(({ content }) => listOf(content).filter((block) => !isObject(block) || !hides(block))),
    }),
  };
}
