import type { JsonObject } from '@tenfold/core';
import { type Bill, piecesOf, type Said, sse, type Wire } from './wire.ts';

/** OpenAI responses. */
export const openAiResponsesWire: Wire = {
  dialect: 'openai-responses',
  matches: (path) => path.endsWith('/responses'),
  isStream: (_, body) => body.stream === true,
  model: (_, body) => String(body.model),
  body: (said, bill) => response(said, bill, 'completed'),
  events(said, bill) {
    let sequence = 0;
    const event = (type: string, data: JsonObject) => sse({ type, sequence_number: sequence++, ...data }, type);
    const started = { ...response({}, bill, 'in_progress'), usage: null };
    return [
      event('response.created', { response: started }),
      ...outputOf(said, bill).flatMap((item, output_index) => itemEvents(item, output_index, event)),
      event('response.completed', { response: response(said, bill, 'completed') }),
    ];
  },
  refusal: (status, message) => ({
    error: { message, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', param: null, code: null },
  }),
  trouble: (message) =>
    sse(
      { type: 'error', sequence_number: 99, error: { type: 'server_error', code: 'server_error', message, param: null } },
      'error',
    ),
  tooLong: () => ({
    status: 400,
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  }),
  tooLongEvents(message) {
    const bill = { serial: 0, input: 0, output: 0, read: 0, write: 0 };
    const started = { ...response({}, bill, 'in_progress'), usage: null };
    const error = { type: 'invalid_request_error', code: 'context_length_exceeded', message, param: 'input' };
    const failed = { ...started, status: 'failed', error: { code: error.code, message } };
    return [
      { type: 'response.created', response: started },
      { type: 'response.in_progress', response: started },
      { type: 'error', error },
      { type: 'response.failed', response: failed },
    ].map((event, sequence_number) => sse({ ...event, sequence_number }, event.type));
  },
};

type Emit = (type: string, data: JsonObject) => string;

function itemEvents(item: JsonObject, output_index: number, event: Emit): readonly string[] {
  const item_id = String(item.id);
  if (item.type === 'reasoning')
    return [
      event('response.output_item.added', { output_index, item }),
      event('response.output_item.done', { output_index, item }),
    ];
  if (item.type === 'function_call') {
    return [
      event('response.output_item.added', { output_index, item: { ...item, arguments: '' } }),
      event('response.function_call_arguments.delta', { item_id, output_index, delta: String(item.arguments) }),
      event('response.function_call_arguments.done', {
        item_id,
        output_index,
        arguments: String(item.arguments),
        name: String(item.name),
      }),
      event('response.output_item.done', { output_index, item }),
    ];
  }
  const [part] = item.content as readonly JsonObject[];
  const place = { item_id, output_index, content_index: 0 };
  return [
    event('response.output_item.added', { output_index, item: { ...item, status: 'in_progress', content: [] } }),
    event('response.content_part.added', { ...place, part: { ...part, text: '' } }),
    ...piecesOf(String(part?.text)).map((delta) => event('response.output_text.delta', { ...place, delta, logprobs: [] })),
    event('response.output_text.done', { ...place, text: part?.text ?? '', logprobs: [] }),
    event('response.content_part.done', { ...place, part: part ?? {} }),
    event('response.output_item.done', { output_index, item }),
  ];
}

function outputOf({ text, thinking, calls = [] }: Said, { serial }: Bill): readonly JsonObject[] {
  return [
    ...(thinking === undefined
      ? []
      : [{ type: 'reasoning', id: `rs_${serial}`, summary: [], encrypted_content: Buffer.from(thinking).toString('base64') }]),
    ...(text === undefined
      ? []
      : [
          {
            type: 'message',
            id: `msg_${serial}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map(({ id, name, input }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
}

function response(said: Said, bill: Bill, status: string): JsonObject {
  const { serial, input, output, read } = bill;
  return {
    id: `resp_${serial}`,
    object: 'response',
    created_at: 1,
    status,
    model: 'fake',
    error: null,
    incomplete_details: null,
    output: outputOf(said, bill),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: read },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}
