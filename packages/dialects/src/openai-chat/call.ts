import type { JsonObject, ToolCall } from '@tenfold/core';
import { encodeArguments } from '../arguments.ts';
import { objectOf } from '../json.ts';
import { openAiName } from '../openai-name.ts';
import { fieldsOf, metadataOf } from '../provider-metadata.ts';
import { OPENAI_CHAT } from './id.ts';

/** A call as an item of `tool_calls`. */
export function encodeCall(call: ToolCall): JsonObject {
  const { form, inner } = metadataOf(OPENAI_CHAT, call);
  const fields = fieldsOf(OPENAI_CHAT, call);
  const name = openAiName(call.name);
  if (form === 'custom' && typeof call.input === 'string')
    return { id: call.id, type: 'custom', custom: { name, input: call.input }, ...fields };
  return {
    id: call.id,
    type: 'function',
    function: { name, arguments: encodeArguments(OPENAI_CHAT, call), ...objectOf(inner) },
    ...fields,
  };
}
