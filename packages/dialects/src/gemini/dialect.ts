import type { Dialect } from '../dialect.ts';
import { isList, isObject, objectOf } from '../json.ts';
import { messageList } from '../message-list.ts';
import { finish } from '../slices.ts';
import { decodeGemini } from './decode.ts';
import { encodeGemini } from './encode.ts';
import { GEMINI } from './id.ts';
import { validateGemini } from './validate.ts';

const ROLES = ['user', 'model', 'function', undefined];

/** Gemini generateContent. */
export const gemini: Dialect = {
  id: GEMINI,
  detect(wire) {
    const contents = messageList(wire, 'contents');
    if (!contents?.every((content) => isObject(content) && isList(content.parts))) return false;
    // A bare list says less than a body: others have parts too, but not these roles.
    return !isList(wire) || contents.every((content) => ROLES.includes(objectOf(content).role as string));
  },
  decode: (wire) => finish(decodeGemini(wire)),
  decodeInSlices: decodeGemini,
  encode: (conversation, options) => finish(encodeGemini(conversation, options)),
  encodeInSlices: encodeGemini,
  validate: validateGemini,
};
