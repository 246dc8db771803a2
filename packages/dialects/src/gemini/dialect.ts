import type { Dialect } from '../dialect.ts';
import { isList, isObject } from '../json.ts';
import { messageList } from '../message-list.ts';
import { decodeGemini } from './decode.ts';
import { encodeGemini } from './encode.ts';
import { GEMINI } from './id.ts';
import { validateGemini } from './validate.ts';

/** Gemini generateContent. */
export const gemini: Dialect = {
  id: GEMINI,
  name: 'Gemini generateContent',
  detect(wire) {
    const contents = messageList(wire, 'contents');
    return contents?.every((content) => isObject(content) && isList(content.parts)) ?? false;
  },
  decode: decodeGemini,
  encode: encodeGemini,
  validate: validateGemini,
};
