import type { Dialect } from '../dialect.ts';
import { isList, isObject, objectOf } from '../json.ts';
import { decodeOpenAiResponses } from './decode.ts';
import { encodeOpenAiResponses } from './encode.ts';
import { OPENAI_RESPONSES } from './id.ts';
import { validateOpenAiResponses } from './validate.ts';

/** Item types no other format here uses. */
const OWN = [
  'message',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'reasoning',
  'item_reference',
];

/** OpenAI responses. */
export const openAiResponses: Dialect = {
  id: OPENAI_RESPONSES,
  name: 'OpenAI responses',
  detect(wire) {
    if (isList(wire)) return wire.every(isObject) && wire.some((item) => OWN.includes(String(item.type)));
    const { input, messages, contents } = objectOf(wire);
    if (messages !== undefined || contents !== undefined) return false;
    return typeof input === 'string' || (isList(input) && input.every(isObject));
  },
  decode: decodeOpenAiResponses,
  encode: encodeOpenAiResponses,
  validate: validateOpenAiResponses,
};
