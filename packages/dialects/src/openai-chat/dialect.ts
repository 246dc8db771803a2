import type { Dialect } from '../dialect.ts';
import { isObject } from '../json.ts';
import { messageList } from '../message-list.ts';
import { finish } from '../slices.ts';
import { decodeMoreOpenAiChat, decodeOpenAiChat } from './decode.ts';
import { encodeOpenAiChat } from './encode.ts';
import { OPENAI_CHAT } from './id.ts';
import { validateOpenAiChat } from './validate.ts';

/** OpenAI chat completions, and every server that speaks it. The least marked of the formats: asked last. */
export const openAiChat: Dialect = {
  id: OPENAI_CHAT,
  detect(wire) {
    const messages = messageList(wire, 'messages');
    return messages?.every((message) => isObject(message) && typeof message.role === 'string') ?? false;
  },
  decode: (wire) => finish(decodeOpenAiChat(wire)),
  decodeInSlices: decodeOpenAiChat,
  decodeMore: decodeMoreOpenAiChat,
  encode: (conversation, options) => finish(encodeOpenAiChat(conversation, options)),
  encodeInSlices: encodeOpenAiChat,
  validate: validateOpenAiChat,
};
