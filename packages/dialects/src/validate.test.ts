import type { Json, JsonObject } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import type { AiSdkRule } from './ai-sdk/validate.ts';
import type { AnthropicRule } from './anthropic/validate.ts';
import type { DialectId } from './dialect.ts';
import type { GeminiRule } from './gemini/validate.ts';
import type { JsonlRule } from './jsonl/validate.ts';
import type { OpenAiChatRule } from './openai-chat/validate.ts';
import type { OpenAiResponsesRule } from './openai-responses/validate.ts';
import { dialectOf } from './registry.ts';

const user = { role: 'user', content: 'hi' };
const half = '\ud83d';

/** For each rule a request that it alone refuses: the compiler sees to it that none is missing. */
type Requests<Rule extends string> = Readonly<Record<Rule | 'well-formed', Json>>;

/** Chat: an answer that calls tools, and what a tool says. */
const chatCall = (id: string, inner: JsonObject = {}) => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: '{}', ...inner },
});
const chatAsks = (...calls: Json[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const chatTool = (id: string, more: JsonObject = {}) => ({ role: 'tool', tool_call_id: id, content: 'ok', ...more });

const openAiChat: Requests<OpenAiChatRule> = {
  'messages-missing': { model: 'gpt-4o' },
  'messages-empty': { messages: [] },
  'role-known': { messages: [{ role: 'robot', content: 'hi' }] },
  'content-present': { messages: [{ role: 'user', content: null }] },
  'content-empty-list': { messages: [{ role: 'user', content: [] }] },
  'calls-empty-list': { messages: [user, { role: 'assistant', content: 'x', tool_calls: [] }] },
  'images-from-users-only': {
    messages: [
      user,
      chatAsks(chatCall('a')),
      chatTool('a', { content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }),
    ],
  },
  'tool-call-id-missing': { messages: [user, chatAsks(chatCall('undefined')), { role: 'tool', content: 'ok' }] },
  'call-id-length': { messages: [user, chatAsks(chatCall('i'.repeat(41))), chatTool('i'.repeat(41))] },
  'call-name': { messages: [user, chatAsks(chatCall('a', { name: 'not a name' })), chatTool('a')] },
  'call-arguments': { messages: [user, chatAsks(chatCall('a', { arguments: {} })), chatTool('a')] },
  'O1-calls-answered': { messages: [user, chatAsks(chatCall('a'), chatCall('b')), chatTool('a'), user] },
  'O2-results-called': { messages: [user, chatTool('a')] },
  'call-answered-once': { messages: [user, chatAsks(chatCall('a')), chatTool('a'), chatTool('a')] },
  'call-ids-unique': { messages: [user, chatAsks(chatCall('a'), chatCall('a')), chatTool('a')] },
  'well-formed': { messages: [{ role: 'user', content: half }] },
};

const item = (type: string, id: string, more: JsonObject = {}) => ({ type, call_id: id, ...more });
const asks = (id: string, more: JsonObject = {}) => item('function_call', id, { name: 'read', arguments: '{}', ...more });
const gives = (id: string, more: JsonObject = {}) => item('function_call_output', id, { output: 'ok', ...more });

const openAiResponses: Requests<OpenAiResponsesRule> = {
  'input-required': { model: 'gpt-5' },
  'role-known': { input: [{ role: 'tool', content: 'hi' }] },
  'content-present': { input: [{ role: 'user' }] },
  'content-by-role': { input: [{ role: 'assistant', content: [{ type: 'input_text', text: 'hi' }] }] },
  'call-id': { input: [asks('i'.repeat(65)), gives('i'.repeat(65))] },
  'call-name': { input: [asks('a', { name: 'no name' }), gives('a')] },
  'call-arguments': { input: [asks('a', { arguments: {} }), gives('a')] },
  'output-shape': { input: [asks('a'), gives('a', { output: { ok: true } })] },
  'O3-calls-answered': { input: [user, asks('a'), user] },
  'O3-outputs-called': { input: [user, gives('a')] },
  'call-ids-unique': { input: [asks('a'), gives('a'), asks('a'), gives('a')] },
  'O4-reasoning-followed': { input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, user] },
  'well-formed': { input: half },
};

const tools = [{ name: 'read', input_schema: { type: 'object' } }];
const uses = (id: string, more: JsonObject = {}) => ({ type: 'tool_use', id, name: 'read', input: {}, ...more });
const returns = (id: string, more: JsonObject = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'ok', ...more });
const said = (text: string, more: JsonObject = {}) => ({ type: 'text', text, ...more });
const turn = (role: string, ...content: Json[]) => ({ role, content });
const marked = said('x', { cache_control: { type: 'ephemeral' } });
const serverCall = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };

const anthropic: Requests<AnthropicRule> = {
  'messages-required': { messages: [] },
  'role-known': { messages: [user, { role: 'robot', content: 'be good' }] },
  'A4-first-user': { messages: [{ role: 'assistant', content: 'hi' }, user] },
  'A4-alternate': { messages: [user, user] },
  'content-not-empty': { messages: [{ role: 'user', content: [] }] },
  'A1-calls-answered': { tools, messages: [user, turn('assistant', uses('a')), user] },
  'A2-results-called': { tools, messages: [turn('user', returns('a'))] },
  'answered-once': { tools, messages: [user, turn('assistant', uses('a')), turn('user', returns('a'), returns('a'))] },
  'call-ids-unique': {
    tools,
    messages: [
      user,
      turn('assistant', uses('a')),
      turn('user', returns('a')),
      turn('assistant', uses('a')),
      turn('user', returns('a')),
    ],
  },
  'call-id-pattern': { tools, messages: [user, turn('assistant', uses('a:1')), turn('user', returns('a:1'))] },
  'call-name': { tools, messages: [user, turn('assistant', uses('a', { name: '' })), turn('user', returns('a'))] },
  'call-input': { tools, messages: [user, turn('assistant', uses('a', { input: 'ls' })), turn('user', returns('a'))] },
  'calls-from-assistant': { tools, messages: [turn('user', uses('a'))] },
  'A2-server-pairs': { messages: [user, turn('assistant', serverCall, said('x')), user] },
  'A3-thinking-unmodified': { messages: [user, turn('assistant', { type: 'thinking', thinking: 'x' }, said('x'))] },
  'thinking-signed': {
    messages: [user, turn('assistant', { type: 'thinking', thinking: 'x' }, said('x')), user, turn('assistant', said('x'))],
  },
  'thinking-not-last': { messages: [user, turn('assistant', { type: 'thinking', thinking: 'x', signature: 's' }), user] },
  'A8-thinking-first': {
    model: 'claude-sonnet-4-5',
    thinking: { type: 'enabled', budget_tokens: 1_024 },
    tools,
    messages: [user, turn('assistant', uses('a')), turn('user', returns('a'))],
  },
  'A5-tools-defined': { messages: [user, turn('assistant', uses('a')), turn('user', returns('a'))] },
  'A6-text-not-blank': { messages: [turn('user', said(' \n'))] },
  'result-text-not-empty': {
    tools,
    messages: [user, turn('assistant', uses('a')), turn('user', returns('a', { content: [said('')] }))],
  },
  'error-not-empty': {
    tools,
    messages: [user, turn('assistant', uses('a')), turn('user', returns('a', { content: '', is_error: true }))],
  },
  'A6-ends-with-user': { model: 'claude-opus-4-6', messages: [user, turn('assistant', said('x'))] },
  'prefill-trimmed': { messages: [user, turn('assistant', said('x '))] },
  'cache-marks': { messages: [turn('user', marked, marked, marked, marked, marked)] },
  'well-formed': { messages: [{ role: 'user', content: `x${half}` }] },
};

const content = (role: string, ...parts: Json[]) => ({ role, parts });
const hi = content('user', { text: 'hi' });
const callPart = (more: JsonObject = {}, beside: JsonObject = {}) => ({
  functionCall: { name: 'read', args: {}, ...more },
  ...beside,
});
const responsePart = (more: JsonObject = {}) => ({ functionResponse: { name: 'read', response: { output: 'ok' }, ...more } });

const gemini: Requests<GeminiRule> = {
  'contents-required': { contents: [] },
  'role-known': { contents: [content('assistant', { text: 'hi' })] },
  'parts-not-empty': { contents: [content('user')] },
  'part-has-data': { contents: [content('user', { thought: true })] },
  'text-not-empty': { contents: [content('user', { text: '' })] },
  'turns-alternate': { contents: [content('model', { text: 'hi' }), hi] },
  'G3-ends-with-user': { contents: [hi, content('model', { text: 'hi' })] },
  'G1-call-after-user': { contents: [content('model', callPart()), content('user', responsePart())] },
  'G1-response-after-call': { contents: [content('user', responsePart())] },
  'G2-response-count': { contents: [hi, content('model', callPart(), callPart()), content('user', responsePart())] },
  'calls-from-model': { contents: [content('user', callPart()), content('user', responsePart())] },
  'G3-call-signed': {
    model: 'models/gemini-3-pro-preview',
    contents: [hi, content('model', callPart()), content('user', responsePart())],
  },
  'function-name': { contents: [hi, content('model', callPart({ name: '1 st' })), content('user', responsePart())] },
  'args-object': { contents: [hi, content('model', callPart({ args: 'ls' })), content('user', responsePart())] },
  'response-object': { contents: [hi, content('model', callPart()), content('user', responsePart({ response: 'ok' }))] },
  'well-formed': { contents: [content('user', { text: half })] },
};

const sdkCall = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 'read', input: {} });
const sdkResult = (id: string, more: JsonObject = {}) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'read',
  output: { type: 'text', value: 'ok' },
  ...more,
});

const aiSdk: Requests<AiSdkRule> = {
  'messages-required': { instructions: 'be good' },
  'role-known': [{ role: 'robot', content: 'hi' }],
  'content-shape': [{ role: 'user', content: null }],
  'parts-known': [turn('user', { type: 'reasoning', text: 'hm' })],
  'result-shape': [turn('assistant', sdkCall('a')), turn('tool', sdkResult('a', { output: 'ok' }))],
  'system-at-opening': [user, { role: 'system', content: 'be good' }],
  'calls-answered': [user, turn('assistant', sdkCall('a')), user],
  'results-called': [user, turn('tool', sdkResult('a'))],
  'call-ids-unique': [
    turn('assistant', sdkCall('a')),
    turn('tool', sdkResult('a')),
    turn('assistant', sdkCall('a')),
    turn('tool', sdkResult('a')),
  ],
  'well-formed': [{ role: 'user', content: half }],
};

const lineCall = (id: string) => ({ type: 'tool_call', id, name: 'read', input: {} });
const lineResult = (id: string) => ({ type: 'tool_result', id, output: 'ok' });

const jsonl: Requests<JsonlRule> = {
  'messages-missing': { id: 'x' },
  'role-known': { messages: [{ role: 'robot', content: [] }] },
  'calls-answered': { messages: [turn('assistant', lineCall('a'))] },
  'results-called': { messages: [turn('tool', lineResult('a'))] },
  'call-ids-unique': {
    messages: [turn('assistant', lineCall('a'), lineCall('a')), turn('tool', lineResult('a'), lineResult('a'))],
  },
  'well-formed': { messages: [turn('user', said(half))] },
};

const TABLE: readonly [DialectId, Readonly<Record<string, Json>>][] = [
  ['openai-chat', openAiChat],
  ['openai-responses', openAiResponses],
  ['anthropic', anthropic],
  ['gemini', gemini],
  ['ai-sdk', aiSdk],
  ['jsonl', jsonl],
];

describe.each(TABLE)('rules of %s', (id, examples) => {
  const { validate } = dialectOf(id);

  it.each(Object.keys(examples))('%s alone refuses its request', (rule) => {
    const refusals = validate(examples[rule] as Json);
    expect([...new Set(refusals.map((refusal) => refusal.rule))]).toEqual([rule]);
    expect(refusals[0]?.message).not.toBe('');
  });

  it.each(Object.keys(examples))('the request of %s is taken once it went through decode and encode', (rule) => {
    const dialect = dialectOf(id);
    expect(validate(dialect.encode(dialect.decode(examples[rule] as Json)))).toEqual([]);
  });
});

describe('refusals', () => {
  it('speak with the words of the APIs', () => {
    const messageOf = (id: DialectId, examples: Record<string, Json>, rule: string) =>
      dialectOf(id).validate(examples[rule] as Json)[0]?.message;
    expect(messageOf('anthropic', anthropic, 'A1-calls-answered')).toBe(
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    );
    expect(messageOf('anthropic', anthropic, 'A4-first-user')).toBe('messages: first message must use the "user" role');
    expect(messageOf('anthropic', anthropic, 'well-formed')).toBe(
      'The request body is not valid JSON: no low surrogate in string',
    );
    expect(messageOf('openai-chat', openAiChat, 'O1-calls-answered')).toBe(
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
    );
    expect(messageOf('openai-chat', openAiChat, 'O2-results-called')).toBe(
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    );
    expect(messageOf('openai-responses', openAiResponses, 'O3-calls-answered')).toBe('No tool output found for function call a.');
    expect(messageOf('openai-responses', openAiResponses, 'O4-reasoning-followed')).toBe(
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    );
    expect(messageOf('gemini', gemini, 'G1-response-after-call')).toBe(
      'Please ensure that function response turn comes immediately after a function call turn.',
    );
  });
});
