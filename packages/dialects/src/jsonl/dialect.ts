import type { Dialect } from '../dialect.ts';
import { objectOf } from '../json.ts';
import { contentParts, messageList } from '../message-list.ts';
import { finish } from '../slices.ts';
import { decodeJsonl, decodeJsonlMessages } from './decode.ts';
import { encodeJsonl } from './encode.ts';
import { JSONL } from './id.ts';
import { validateJsonl } from './validate.ts';

/** Where OpenAI's messages hold calls and say which call they answer. */
const OPENAI_FIELDS: readonly string[] = ['tool_calls', 'tool_call_id', 'function_call'];

/** Plain conversations, one a line: `{ id, source, meta, messages: [{ role, content: [text | tool_call | tool_result] }] }`. */
export const jsonl: Dialect = {
  id: JSONL,
  detect(wire) {
    const messages = messageList(wire, 'messages');
    if (messages === undefined) return false;
    const { id, source, meta, model } = objectOf(wire);
    // An id beside them makes no lines of ours of messages with calls as OpenAI writes them.
    if (messages.some((message) => OPENAI_FIELDS.some((field) => objectOf(message)[field] != null))) return false;
    if (model === undefined && (typeof id === 'string' || typeof source === 'string' || meta !== undefined)) return true;
    return contentParts(messages).some(
      ({ type, output }) => type === 'tool_call' || (type === 'tool_result' && output !== undefined),
    );
  },
  decode: (wire) => finish(decodeJsonl(wire)),
  decodeInSlices: decodeJsonl,
  decodeMore: decodeJsonlMessages,
  encode: (conversation, options) => finish(encodeJsonl(conversation, options)),
  encodeInSlices: encodeJsonl,
  validate: validateJsonl,
};
