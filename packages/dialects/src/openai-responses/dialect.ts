import type { Dialect } from '../dialect.ts';
import { isList, isObject, objectOf } from '../json.ts';
import { finish } from '../slices.ts';
import { decodeOpenAiResponses } from './decode.ts';
import { encodeOpenAiResponses } from './encode.ts';
import { OPENAI_RESPONSES } from './id.ts';
import { isResponsesItem } from './item.ts';
import { validateOpenAiResponses } from './validate.ts';

/** Fields of a request one of which stands beside an input that is mere words, or says nothing by itself. */
const BESIDE = ['model', 'instructions', 'previous_response_id', 'conversation', 'prompt', 'tools'];

/** OpenAI responses. */
export const openAiResponses: Dialect = {
  id: OPENAI_RESPONSES,
  detect(wire) {
    if (isList(wire)) return wire.every(isObject) && wire.some(isResponsesItem);
    const body = objectOf(wire);
    const { input, messages, contents } = body;
    if (messages !== undefined || contents !== undefined) return false;
    if (isList(input) && input.every(isObject) && input.some((item) => isResponsesItem(item) || typeof item.role === 'string'))
      return true;
    return (typeof input === 'string' || isList(input)) && BESIDE.some((field) => body[field] !== undefined);
  },
  decode: (wire) => finish(decodeOpenAiResponses(wire)),
  decodeInSlices: decodeOpenAiResponses,
  encode: (conversation, options) => finish(encodeOpenAiResponses(conversation, options)),
  encodeInSlices: encodeOpenAiResponses,
  validate: validateOpenAiResponses,
};
