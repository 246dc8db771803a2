import type { Json, JsonObject } from '@tenfold/core';
import { isObject, listOf, objectOf, stringOf } from '../json.ts';
import { type AnswerBuilder, type Billed, billOf } from '../wire/answer-builder.ts';
import { ASSISTANT_FIELDS } from './decode.ts';

/** An answer of chat completions; of several choices the first. */
export function openAiChatAnswer(): AnswerBuilder {
  let message: { [field: string]: Json | undefined } | null = null;
  const calls: Call[] = [];
  let usage: Json | undefined;
  let complete = false;
  return {
    event(data) {
      if (isObject(data.usage)) usage = data.usage;
      const choice = listOf(data.choices).find((each) => objectOf(each).index === 0 || objectOf(each).index === undefined);
      if (!isObject(choice)) return;
      message ??= { role: 'assistant', content: null };
      grow(message, calls, objectOf(choice.delta));
      if (typeof choice.finish_reason === 'string') complete = true;
    },
    body(data) {
      usage = data.usage;
      const said = objectOf(listOf(data.choices)[0]).message;
      if (!isObject(said)) return;
      message = { ...said };
      complete = true;
    },
    get wire() {
      if (message === null) return [];
      const tool_calls = calls
        .filter(({ id }) => id !== '')
        .map(({ arguments: text, name, ...call }) => ({ ...call, function: { name, arguments: text } }));
      return [{ ...message, ...(tool_calls.length === 0 ? {} : { tool_calls }) }];
    },
    get billed() {
      return isObject(usage) ? billedOf(usage) : null;
    },
    get complete() {
      return complete;
    },
  };
}

interface Call {
  id: string;
  readonly type: 'function';
  name: string;
  arguments: string;
}

function grow(message: { [field: string]: Json | undefined }, calls: Call[], delta: JsonObject): void {
  for (const field of ['content', ...ASSISTANT_FIELDS]) {
    const piece = stringOf(delta[field]);
    if (piece !== undefined && piece !== '') message[field] = `${stringOf(message[field]) ?? ''}${piece}`;
  }
  for (const piece of listOf(delta.tool_calls).filter(isObject)) {
    const at = typeof piece.index === 'number' && piece.index >= 0 && piece.index < 1_000 ? piece.index : calls.length;
    while (calls.length <= at) calls.push({ id: '', type: 'function', name: '', arguments: '' });
    const call = calls[at] as Call;
    const inner = objectOf(piece.function);
    call.id ||= stringOf(piece.id) ?? '';
    call.name += stringOf(inner.name) ?? '';
    call.arguments += stringOf(inner.arguments) ?? '';
  }
}

function billedOf({ prompt_tokens: input, completion_tokens: output, prompt_tokens_details }: JsonObject): Billed | null {
  return billOf({ input, output, cacheRead: objectOf(prompt_tokens_details).cached_tokens, cacheWrite: 0 });
}
