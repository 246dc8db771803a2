import type { Dialect } from '../dialect.ts';
import { isObject, listOf, objectOf, wordOf } from '../json.ts';
import { contentParts, messageList } from '../message-list.ts';
import { finish } from '../slices.ts';
import { decodeAnthropic, decodeAnthropicTurns } from './decode.ts';
import { encodeAnthropic } from './encode.ts';
import { ANTHROPIC } from './id.ts';
import { validateAnthropic } from './validate.ts';

/** Block types no other format here uses. */
const OWN = ['tool_use', 'thinking', 'redacted_thinking', 'server_tool_use'];

/** Anthropic messages. */
export const anthropic: Dialect = {
  id: ANTHROPIC,
  detect(wire) {
    const messages = messageList(wire, 'messages');
    if (messages === undefined) return false;
    const { system, anthropic_version, model, tools } = objectOf(wire);
    const parts = contentParts(messages);
    if (
      parts.some(
        ({ type, tool_use_id, source }) =>
          OWN.includes(wordOf(type)) || tool_use_id !== undefined || (type === 'image' && isObject(source)),
      )
    )
      return true;
    if (anthropic_version !== undefined || listOf(tools).some((tool) => objectOf(tool).input_schema !== undefined)) return true;
    const foreign = messages.some((message) => ['system', 'developer', 'tool'].includes(wordOf(objectOf(message).role)));
    // A compatible server may offer Claude by the chat format; only that one has system messages or image URLs.
    const isChat = foreign || parts.some(({ type }) => type === 'image_url');
    return (
      !isChat &&
      (Array.isArray(system) ||
        (typeof system === 'string' && typeof model === 'string') ||
        (typeof model === 'string' && model.startsWith('claude')))
    );
  },
  decode: (wire) => finish(decodeAnthropic(wire)),
  decodeInSlices: decodeAnthropic,
  decodeMore: decodeAnthropicTurns,
  encode: (conversation, options) => finish(encodeAnthropic(conversation, options)),
  encodeInSlices: encodeAnthropic,
  validate: validateAnthropic,
};
