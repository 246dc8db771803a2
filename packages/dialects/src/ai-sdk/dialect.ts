import type { Dialect } from '../dialect.ts';
import { objectOf, wordOf } from '../json.ts';
import { contentParts, messageList } from '../message-list.ts';
import { finish } from '../slices.ts';
import { decodeAiSdk } from './decode.ts';
import { encodeAiSdk } from './encode.ts';
import { AI_SDK } from './id.ts';
import { validateAiSdk } from './validate.ts';

/** Part types no other format here uses. */
const OWN = ['tool-call', 'tool-result', 'reasoning-file', 'tool-approval-request', 'tool-approval-response'];

/** AI SDK model messages. */
export const aiSdk: Dialect = {
  id: AI_SDK,
  detect(wire) {
    const messages = messageList(wire, 'messages');
    if (messages === undefined) return false;
    const { instructions, allowSystemInMessages } = objectOf(wire);
    if (instructions !== undefined || allowSystemInMessages !== undefined) return true;
    if (messages.some((message) => objectOf(message).providerOptions !== undefined)) return true;
    return contentParts(messages).some(
      ({ type, mediaType, image, providerOptions }) =>
        OWN.includes(wordOf(type)) ||
        providerOptions !== undefined ||
        (type === 'file' && mediaType !== undefined) ||
        (type === 'image' && image !== undefined),
    );
  },
  decode: (wire) => finish(decodeAiSdk(wire)),
  decodeInSlices: decodeAiSdk,
  encode: (conversation, options) => finish(encodeAiSdk(conversation, options)),
  encodeInSlices: encodeAiSdk,
  validate: validateAiSdk,
};
