import type { JsonObject } from '@tenfold/core';
import { type Bill, piecesOf, type Said, sse, type Wire } from './wire.ts';

/** Anthropic messages. */
export const anthropicWire: Wire = {
  dialect: 'anthropic',
  matches: (path) => path.endsWith('/messages'),
  isStream: (_, body) => body.stream === true,
  model: (_, body) => String(body.model),
  body: (said, bill) => ({ ...envelope(bill), content: contentOf(said), stop_reason: reasonOf(said), usage: usageOf(bill) }),
  events: (said, bill) => [
    sse(
      {
        type: 'message_start',
        message: { ...envelope(bill), content: [], stop_reason: null, usage: { ...usageOf(bill), output_tokens: 1 } },
      },
      'message_start',
    ),
    sse({ type: 'ping' }, 'ping'),
    ...contentOf(said).flatMap(blockEvents),
    sse(
      {
        type: 'message_delta',
        delta: { stop_reason: reasonOf(said), stop_sequence: null },
        usage: { output_tokens: bill.output },
      },
      'message_delta',
    ),
    sse({ type: 'message_stop' }, 'message_stop'),
  ],
  refusal: (status, message) => ({ type: 'error', error: { type: TYPES[status] ?? 'invalid_request_error', message } }),
  trouble: (message) => sse({ type: 'error', error: { type: 'overloaded_error', message } }, 'error'),
  tooLong: (tokens, limit) => ({ status: 400, message: `prompt is too long: ${tokens} tokens > ${limit} maximum` }),
};

const TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error', 529: 'overloaded_error' };

function envelope({ serial }: Bill): JsonObject {
  return { id: `msg_${serial}`, type: 'message', role: 'assistant', model: 'fake', stop_sequence: null };
}

function contentOf({ text, thinking, signature, calls = [] }: Said): readonly JsonObject[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: signature ?? 'c2lnbmVk' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

function blockEvents(block: JsonObject, index: number): readonly string[] {
  if (block.type === 'thinking') return thinkingEvents(block, index);
  const isText = block.type === 'text';
  const start = isText ? { type: 'text', text: '' } : { ...block, input: {} };
  const deltas = isText
    ? piecesOf(String(block.text)).map((text) => ({ type: 'text_delta', text }))
    : [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
  return [
    sse({ type: 'content_block_start', index, content_block: start }, 'content_block_start'),
    ...deltas.map((delta) => sse({ type: 'content_block_delta', index, delta }, 'content_block_delta')),
    sse({ type: 'content_block_stop', index }, 'content_block_stop'),
  ];
}

function thinkingEvents({ thinking, signature }: JsonObject, index: number): readonly string[] {
  const delta = (value: JsonObject) => sse({ type: 'content_block_delta', index, delta: value }, 'content_block_delta');
  return [
    sse(
      { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: '', signature: '' } },
      'content_block_start',
    ),
    delta({ type: 'thinking_delta', thinking: thinking as string }),
    delta({ type: 'signature_delta', signature: signature as string }),
    sse({ type: 'content_block_stop', index }, 'content_block_stop'),
  ];
}

function reasonOf({ calls }: Said): string {
  return calls === undefined ? 'end_turn' : 'tool_use';
}

function usageOf({ input, output, read, write }: Bill): JsonObject {
  const cached = { cache_creation_input_tokens: write, cache_read_input_tokens: read };
  return { input_tokens: input - read - write, output_tokens: output, ...cached };
}
