import type { JsonObject } from '@tenfold/core';
import { type Bill, piecesOf, type Said, sse, type Wire } from './wire.ts';

/** OpenAI chat completions. */
export const openAiChatWire: Wire = {
  dialect: 'openai-chat',
  matches: (path) => path.endsWith('/chat/completions'),
  isStream: (_, body) => body.stream === true,
  model: (_, body) => String(body.model),
  body: (said, bill) => ({
    id: `chatcmpl-${bill.serial}`,
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said.text ?? null, ...thoughtOf(said), ...callsOf(said) },
        finish_reason: reasonOf(said),
      },
    ],
    usage: usageOf(bill),
  }),
  events: (said, bill) => [
    ...[
      { role: 'assistant', content: '' },
      ...(said.thinking === undefined ? [] : [thoughtOf(said)]),
      ...piecesOf(said.text ?? '').map((content) => ({ content })),
      ...callDeltas(said),
    ].map((delta) => chunk(bill, [{ index: 0, delta, finish_reason: null }])),
    chunk(bill, [{ index: 0, delta: {}, finish_reason: reasonOf(said) }]),
    chunk(bill, [], usageOf(bill)),
    'data: [DONE]\n\n',
  ],
  refusal: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', param: null, code: null },
  }),
  trouble: (message) => sse({ error: { message, type: 'server_error', param: null, code: null } }),
  tooLong: (tokens, limit) => ({
    status: 400,
    message: `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
  }),
};

function chunk({ serial }: Bill, choices: readonly JsonObject[], usage?: JsonObject): string {
  const bare = { id: `chatcmpl-${serial}`, object: 'chat.completion.chunk', created: 1, model: 'fake', choices };
  return sse(usage === undefined ? bare : { ...bare, usage });
}

/** As vendors other than OpenAI tell it. */
function thoughtOf({ thinking }: Said): JsonObject {
  return thinking === undefined ? {} : { reasoning_content: thinking };
}

function callsOf({ calls }: Said): JsonObject {
  if (calls === undefined) return {};
  return {
    tool_calls: calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  };
}

function callDeltas({ calls = [] }: Said): readonly JsonObject[] {
  return calls.map(({ id, name, input }, index) => ({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  }));
}

function reasonOf({ calls }: Said): string {
  return calls === undefined ? 'stop' : 'tool_calls';
}

function usageOf({ input, output, read }: Bill): JsonObject {
  const details = read === 0 ? {} : { prompt_tokens_details: { cached_tokens: read } };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...details };
}
