import { createHash } from 'node:crypto';
import { type JsonObject, textMessage } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { AnswerReader } from './answer.ts';
import { frameKey, identify } from './identify.ts';
import { offerTools } from './offer-tools.ts';
import { splice } from './splice.ts';
import { reasonToStepAside } from './step-aside.ts';
import { readRequest, type WireRequest } from './wire-request.ts';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const read = (body: JsonObject) => identify(readRequest('anthropic', JSON.stringify(body)) as WireRequest, sha);
const idsOf = (body: JsonObject) => read(body).transcript.map(({ id }) => id);
const mark = { cache_control: { type: 'ephemeral' } };

describe('identify', () => {
  it('takes a message for the same one whether it is marked for caching or not, a string or one text block', () => {
    const marked = [{ role: 'user', content: [{ type: 'text', text: 'Hello', ...mark }] }];
    const plain = [{ role: 'user', content: 'Hello' }];
    expect(idsOf({ messages: marked })).toEqual(idsOf({ messages: plain }));
  });

  it('gives a grown conversation the ids it had, and more', () => {
    const first = { role: 'user', content: 'Hello' };
    const result = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'ok', ...mark }], ...mark };
    const messages = [first, { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] }];
    const grown = [...messages, { role: 'user', content: [result] }];
    expect(idsOf({ messages: grown }).slice(0, 2)).toEqual(idsOf({ messages }));
  });

  it('knows system text again although its date has changed', () => {
    expect(frameKey({ system: 'Be brief.\nToday is 2026-11-15.' }, sha)).toBe(
      frameKey({ system: 'Be brief.\nToday is 2026-11-16.' }, sha),
    );
    expect(frameKey({ system: 'Be brief.' }, sha)).not.toBe(frameKey({ system: 'Write a title.' }, sha));
  });
});

describe('splice', () => {
  const source = `{ "model":"m","big": 12345678901234567890,
  "messages": [ {"role":"user","content":"caf\\u00e9"} , {"role":"assistant","content":[{"type":"text","text":"old"}]},{"role":"user","content":[{"type":"text","text":"now","cache_control":{"type":"ephemeral"}}]} ], "x": 1.0 }`;
  const request = readRequest('anthropic', source) as WireRequest;

  it('keeps every byte that is not folded', () => {
    const next = splice(request, [
      { role: 'user', content: 'café' },
      { role: 'assistant', content: [{ type: 'text', text: 'new' }] },
      { role: 'user', content: 'now' },
    ]);
    expect(next).toContain('{"role":"user","content":"caf\\u00e9"}');
    expect(next).toContain('"big": 12345678901234567890');
    expect(next).toContain('"x": 1.0 }');
    expect(next).toContain('"text":"new"');
    expect(JSON.parse(next).messages).toHaveLength(3);
  });

  it('moves a mark whose message was folded away to what stands for it', () => {
    const next = JSON.parse(splice(request, [{ role: 'user', content: [{ type: 'text', text: 'summary' }] }]));
    expect(next.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'summary', ...mark }] }]);
  });

  it('moves such a mark in chat completions too, where they are for a Claude model', () => {
    const chat = readRequest('openai-chat', source) as WireRequest;
    const next = JSON.parse(splice(chat, [{ role: 'user', content: 'summary' }]));
    expect(next.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'summary', ...mark }] }]);
  });

  it('leaves a request alone whose list has another name', () => {
    expect(splice(readRequest('gemini', source) as WireRequest, [])).toBe(source);
  });
});

describe('tools that are offered', () => {
  const tools = [{ name: 'recall', description: 'Looks up', inputSchema: { type: 'object' } }];
  it.each([
    ['anthropic', (name: string) => ({ messages: [], tools: [{ name, input_schema: {} }] })],
    ['openai-chat', (name: string) => ({ messages: [], tools: [{ type: 'function', function: { name } }] })],
    ['openai-chat', (name: string) => ({ messages: [], functions: [{ name }] })],
    ['openai-responses', (name: string) => ({ input: [], tools: [{ type: 'function', name }] })],
    ['openai-responses', (name: string) => ({ input: [{ type: 'additional_tools', tools: [{ type: 'function', name }] }] })],
    ['gemini', (name: string) => ({ contents: [], tools: [{ functionDeclarations: [{ name }] }] })],
  ] as const)('%s: not beside one of the same name', (wire, body) => {
    const offered = (name: string) => offerTools(readRequest(wire, JSON.stringify(body(name))) as WireRequest, tools as never);
    expect([offered('recall'), offered('look')?.includes('"recall"')]).toEqual([null, true]);
  });
});

describe('step aside', () => {
  it.each([
    ['anthropic', { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } }, null],
    ['anthropic', { context_management: { edits: [{ type: 'compact_20260112' }] } }, 'compact_20260112'],
    ['anthropic', { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }, 'clear_tool_uses_20250919'],
    ['anthropic', { messages: [{ role: 'assistant', content: [{ type: 'compaction', content: 'x' }] }] }, 'compaction'],
    ['openai-responses', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['openai-responses', { input: [{ type: 'compaction_trigger' }] }, 'compaction_trigger'],
    ['openai-responses', { context_management: [{ type: 'compaction', compact_threshold: 1000 }] }, 'compact_threshold'],
    ['openai-responses', { context_management: [{ type: 'compaction' }] }, 'compaction'],
    ['openai-responses', { context_management: [{ type: 'other' }], input: [] }, null],
    ['openai-responses', { input: [{ role: 'user', content: 'compaction' }], previous_response_id: null }, null],
    ['openai-chat', { messages: [] }, null],
  ] as const)('%s %j: %s', (wire, body, reason) => {
    expect(reasonToStepAside(wire, body as unknown as JsonObject)).toBe(reason);
  });
});

describe('answers', () => {
  it('says of a stream what the client will send back, however it is cut', () => {
    const stream = [
      'event: message_start\r\ndata: {"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":7}}}\r\n\r\n',
      'data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}\n\n',
      'data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}\n\n',
      'data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}\n\n',
      'data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"ls","input":{}}}\n\n',
      'data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":"}}\n\n',
      ': ping\n\ndata: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"1}"}}\n\n',
      'data: {"type":"message_delta","delta":{},"usage":{"output_tokens":5}}\n\ndata: {"type":"message_stop"}',
    ].join('');
    const expected = {
      messages: read({
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
              { type: 'tool_use', id: 't1', name: 'ls', input: { a: 1 } },
            ],
          },
        ],
      }).decoded.messages,
      billed: { input: 10, output: 5, cacheRead: 7, cacheWrite: 0 },
      complete: true,
    };
    for (const size of [1, 7, 64, stream.length]) {
      const reader = new AnswerReader('anthropic', true);
      for (let at = 0; at < stream.length; at += size) reader.push(stream.slice(at, at + size));
      expect(reader.end()).toEqual(expected);
    }
  });

  it('takes a place in an answer for what it is, not for a list as long', () => {
    for (const at of [4_294_967_294, 1e300, -1, 0.5, '7', null]) {
      const reader = new AnswerReader('openai-responses', true);
      const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Here.' }] };
      reader.push(`data: ${JSON.stringify({ type: 'response.output_item.done', output_index: at, item })}\n\n`);
      expect(reader.end().messages).toMatchObject([textMessage('assistant', 'Here.')]);
    }
  });

  it('says nothing of an answer that was given up', () => {
    const reader = new AnswerReader('openai-responses', false);
    reader.push('{"status":"completed","output":[{"type":"message","role":"assistant","content":"Half');
    reader.giveUp();
    expect(reader.end()).toEqual({ messages: [], billed: null, complete: false });
  });

  it('is not complete where the stream was cut', () => {
    const reader = new AnswerReader('openai-chat', true);
    reader.push('data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Half"},"finish_reason":null}]}\n\n');
    expect(reader.end()).toMatchObject({ complete: false, messages: [textMessage('assistant', 'Half')] });
  });

  it('reads whole answers and lists of events', () => {
    const whole = new AnswerReader('openai-responses', false);
    whole.push(
      '{"status":"completed","output":[{"type":"function_call","call_id":"c","name":"ls","arguments":"{}"}],"usage":{"input_tokens":2}}',
    );
    expect(whole.end()).toMatchObject({
      complete: true,
      messages: [{ role: 'assistant', parts: [{ type: 'tool-call', id: 'c' }] }],
    });
    const list = new AnswerReader('gemini', false);
    list.push(
      '[{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]}}]},{"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}]}]',
    );
    expect(list.end()).toMatchObject({
      complete: true,
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: 'ab' }] }],
    });
  });
});
