import type { Json } from '@tenfold/core';
import { isObject, listOf, objectOf } from '../json.ts';
import { type IsHidden, Places, type Screen } from '../wire/screen.ts';

/** Answers of chat completions; of several choices the first. */
export function openAiChatScreen(isHidden: IsHidden): Screen {
  const places = new Places();
  let isFirst = true;
  const shownCalls = (calls: Json | undefined) =>
    listOf(calls).flatMap((call) => {
      const { index = 0, function: called } = objectOf(call);
      if (isHidden(objectOf(called).name)) places.hide(index);
      const shown = places.of(index);
      return shown === null ? [] : [{ ...objectOf(call), index: shown }];
    });
  return {
    show(data) {
      const choice = objectOf(listOf(data.choices)[0]);
      const delta = objectOf(choice.delta);
      const { role, tool_calls, ...said } = delta;
      const isOpening = role !== undefined && !isFirst;
      if (tool_calls === undefined && !isOpening) return data;
      const calls = shownCalls(tool_calls);
      const shown = {
        ...(isOpening ? said : { ...(role === undefined ? {} : { role }), ...said }),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      const isSilent = Object.values<unknown>(shown).every((value) => value === '' || value === null);
      return isSilent && (choice.finish_reason ?? null) === null ? null : { ...data, choices: [{ ...choice, delta: shown }] };
    },
    ends: ({ choices }) =>
      typeof objectOf(listOf(choices)[0]).finish_reason === 'string' || (Array.isArray(choices) && choices.length === 0),
    goesOn: () => null,
    settled(end) {
      const [choice, ...more] = listOf(end.choices).map(objectOf);
      return choice?.finish_reason === 'tool_calls' ? { ...end, choices: [{ ...choice, finish_reason: 'stop' }, ...more] } : end;
    },
    next() {
      places.next();
      isFirst = false;
    },
    joined(bodies) {
      const messages = bodies.map(({ choices }) => objectOf(objectOf(listOf(choices)[0]).message));
      const words = messages.map(({ content }) => content).filter((content) => typeof content === 'string' && content !== '');
      const calls = messages.flatMap(({ tool_calls }) =>
        listOf(tool_calls).filter((call) => isObject(call) && !isHidden(objectOf(call.function).name)),
      );
      const last = objectOf(bodies.at(-1));
      const { tool_calls: _all, ...message } = objectOf(messages.at(-1));
      const choice = objectOf(listOf(last.choices)[0]);
      const shown = {
        ...message,
        content: words.length === 0 ? null : words.join(''),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      return { ...last, choices: [{ ...choice, message: shown }] };
    },
  };
}
