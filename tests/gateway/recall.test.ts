import { type JsonObject, type Message, messageText } from '@tenfold/core';
import { AnswerReader, dialectOf, type WireId } from '@tenfold/dialects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asked } from '../upstream/upstream.ts';
import type { Said } from '../upstream/wire.ts';
import { openGateway } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
let script: Said[] = [];
beforeAll(async () => {
  gateway = await openGateway({ binds: true, answer: () => script.shift() ?? { text: 'Nothing more.' } }, { recall: true });
});
afterAll(() => gateway.close());

const recall = (id: string) => ({ id, name: 'recall', input: { query: 'heron' } });
const look = (id: string) => ({ id, name: 'look', input: { part: 1 } });

/** One client of an API, that keeps what it is told and nothing else. */
interface Talk {
  readonly wire: WireId;
  readonly path: (streamed: boolean) => string;
  /** Set where what is streamed comes as a JSON list. */
  readonly lists?: true;
  request(items: readonly JsonObject[], streamed: boolean): JsonObject;
  user(text: string): JsonObject;
  result(id: string, name: string, text: string): JsonObject;
}

const TOOL = { name: 'look', description: 'Looks', schema: { type: 'object', properties: {} } };
const talks: readonly Talk[] = [
  {
    wire: 'anthropic',
    path: () => '/v1/messages',
    request: (messages, stream) => ({
      model: 'claude-opus-5-5',
      max_tokens: 100,
      stream,
      messages,
      tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.schema }],
    }),
    user: (text) => ({ role: 'user', content: text }),
    result: (id, _, text) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] }),
  },
  {
    wire: 'openai-chat',
    path: () => '/v1/chat/completions',
    request: (messages, stream) => ({
      model: 'gpt-4o',
      stream,
      messages,
      tools: [{ type: 'function', function: { name: TOOL.name, description: TOOL.description, parameters: TOOL.schema } }],
    }),
    user: (content) => ({ role: 'user', content }),
    result: (id, _, content) => ({ role: 'tool', tool_call_id: id, content }),
  },
  {
    wire: 'openai-responses',
    path: () => '/v1/responses',
    request: (input, stream) => ({
      model: 'gpt-5.5',
      stream,
      store: false,
      input,
      tools: [{ type: 'function', name: TOOL.name, description: TOOL.description, parameters: TOOL.schema }],
    }),
    user: (content) => ({ role: 'user', content }),
    result: (call_id, _, output) => ({ type: 'function_call_output', call_id, output }),
  },
  {
    wire: 'gemini',
    path: (streamed) => `/v1beta/models/gemini-2.5-pro:${streamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    request: (contents) => ({
      contents,
      tools: [{ functionDeclarations: [{ name: TOOL.name, description: TOOL.description, parameters: TOOL.schema }] }],
    }),
    user: (text) => ({ role: 'user', parts: [{ text }] }),
    result: (_, name, text) => ({ role: 'user', parts: [{ functionResponse: { name, response: { output: text } } }] }),
  },
];

const gemini = talks.at(-1) as Talk;
const list: Talk = { ...gemini, lists: true, path: () => '/v1beta/models/gemini-2.5-pro:streamGenerateContent' };

/** Sends what a client has, and gives back what it then has, read by another reader than the gateway's: only the wire tells. */
async function send(talk: Talk, items: readonly JsonObject[], streamed: boolean) {
  const body = JSON.stringify(talk.request(items, streamed));
  const answer = await fetch(`${gateway.url}${talk.path(streamed)}`, { method: 'POST', body });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  await gateway.tenfold.chains.idle();
  const reader = new AnswerReader(talk.wire, streamed && talk.lists !== true);
  reader.push(text);
  const { messages } = reader.end();
  const field = { anthropic: 'messages', 'openai-chat': 'messages', 'openai-responses': 'input', gemini: 'contents' }[talk.wire];
  const encoded = dialectOf(talk.wire).encode({ frame: {}, messages: [...messages] }) as JsonObject;
  const own = (encoded[field] as readonly JsonObject[]).filter(
    ({ role, type = '' }) => role === 'assistant' || role === 'model' || /^(?:reasoning|function_call)$/.test(type as string),
  );
  return { text, messages, items: [...items, ...own], session: answer.headers.get('x-tenfold-session') ?? '' };
}

/** What many clients make of an answer before they send it back: its thinking is gone. */
function thoughtless(items: readonly JsonObject[]): readonly JsonObject[] {
  const kept = (list: unknown) =>
    (list as readonly JsonObject[]).filter(({ type, thought }) => type !== 'thinking' && thought !== true);
  return items
    .filter(({ type }) => type !== 'reasoning')
    .map(({ reasoning_content: _said, ...item }) => ({
      ...item,
      ...(Array.isArray(item.content) ? { content: kept(item.content) } : {}),
      ...(Array.isArray(item.parts) ? { parts: kept(item.parts) } : {}),
    }));
}

const lastAsked = () => gateway.upstream.seen.at(-1) as Asked;
const callsIn = (messages: readonly Message[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])));
const prefixOf = ({ body }: Asked, field: string) => (body[field] as readonly unknown[]).map((item) => JSON.stringify(item));

it('offers no tool beside one of the same name, says so, and leaves its calls to the client', async () => {
  script = [{ text: 'Mine.', calls: [recall('call_own')] }];
  const own = { type: 'function', function: { name: 'recall', description: 'My own', parameters: TOOL.schema } };
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Use your own recall.' }], tools: [own] };
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.headers.get('x-tenfold-recall')).toBe('not offered');
  expect(await answer.json()).toMatchObject({ choices: [{ message: { tool_calls: [{ function: { name: 'recall' } }] } }] });
  expect(lastAsked().body).toEqual(body);
});

const ways = [...talks.flatMap((talk) => [true, false].map((streamed) => [talk, streamed] as const)), [list, true] as const];

describe.each(ways.map(([talk, streamed]) => [talk.wire, talk.lists ? 'a list' : streamed, talk, streamed] as const))(
  'recall inside the gateway, %s (stream: %s)',
  (wire, form, talk, streamed) => {
    const field = { anthropic: 'messages', 'openai-chat': 'messages', 'openai-responses': 'input', gemini: 'contents' }[wire];

    it('offers the tools from the first request on, resolves calls out of sight, and puts them back ever after', async () => {
      const thinking = wire === 'anthropic' || wire === 'openai-responses' ? { thinking: 'I forgot.' } : {};
      script = [{ text: 'The heron is grey.' }];
      const one = await send(talk, [talk.user(`Tell me of the heron, ${wire} ${form}.`)], streamed);
      expect(JSON.stringify(lastAsked().body.tools)).toContain('"recall"');
      script = [
        { ...thinking, text: 'Let me look.', calls: [recall('call_r1')] },
        { ...thinking, text: 'It is grey.' },
      ];
      const asked = gateway.upstream.seen.length;
      const two = await send(talk, [...one.items, talk.user('What colour was it?')], streamed);
      expect(gateway.upstream.seen.length).toBe(asked + 2);
      expect(two.session).toBe(one.session);
      expect(two.text).not.toContain('recall');
      expect(callsIn(two.messages)).toEqual([]);
      expect(messageText(two.messages.at(-1) as Message)).toMatch(/Let me look\.[\s\S]*It is grey\./);
      expect(JSON.stringify(lastAsked().messages)).toContain('The heron is grey.');
      const before = prefixOf(lastAsked(), field);
      script = [{ text: 'You are welcome.' }];
      const three = await send(talk, [...two.items, talk.user('Thanks.')], streamed);
      expect(callsIn(lastAsked().messages)).toEqual(['recall']);
      expect(prefixOf(lastAsked(), field).slice(0, before.length)).toEqual(before);
      await gateway.restart();
      script = [{ text: 'Bye.' }];
      const four = await send(talk, [...three.items, talk.user('Bye.')], streamed);
      expect(four.session).toBe(one.session);
      expect(callsIn(lastAsked().messages)).toEqual(['recall']);
      expect(prefixOf(lastAsked(), field).slice(0, before.length)).toEqual(before);
      expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    });

    it('puts calls back where the client sends its answer without the thinking in it', async () => {
      script = [
        { thinking: 'I forgot.', text: 'Let me look.', calls: [recall('call_r3')] },
        { thinking: 'Now I know.', text: 'It is grey.' },
      ];
      const one = await send(talk, [talk.user(`Which heron was it, ${wire} ${form}?`)], streamed);
      const before = prefixOf(lastAsked(), field);
      const kept = thoughtless(one.items);
      expect(kept).not.toEqual(one.items);
      script = [{ text: 'You are welcome.' }];
      const two = await send(talk, [...kept, talk.user('Thanks.')], streamed);
      expect(two.session).toBe(one.session);
      expect(callsIn(lastAsked().messages)).toEqual(['recall']);
      expect(prefixOf(lastAsked(), field).slice(0, before.length)).toEqual(before);
      await gateway.restart();
      script = [{ text: 'Bye.' }];
      await send(talk, [...two.items, talk.user('Bye.')], streamed);
      expect(callsIn(lastAsked().messages)).toEqual(['recall']);
      expect(prefixOf(lastAsked(), field).slice(0, before.length)).toEqual(before);
      expect((await gateway.tenfold.sessions.branches(one.session)).branches).toHaveLength(1);
      expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    });

    it('ends an answer that would never stop to recall, as one that waits for nothing', async () => {
      script = Array.from({ length: 20 }, (_, n) => ({ text: `Round ${n}.`, calls: [recall(`call_m${n}`)] }));
      const asked = gateway.upstream.seen.length;
      const one = await send(talk, [talk.user(`Recall for ever, ${wire} ${form}.`)], streamed);
      expect(gateway.upstream.seen.length).toBe(asked + 12);
      expect(one.text).not.toMatch(/tool_use|tool_calls/);
      expect(one.text).toMatch(/"end_turn"|"finish_reason":"stop"|"completed"|"STOP"/);
      script = [{ text: 'Enough.' }];
      await send(talk, [...one.items, talk.user('Stop.')], streamed);
      expect(callsIn(lastAsked().messages)).toHaveLength(12);
      expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    });

    it('holds an answer that calls recall and a tool of the client until both are answered', async () => {
      script = [{ text: 'Both.', calls: [recall('call_r2'), look('call_l2')] }];
      const one = await send(talk, [talk.user(`Look and remember the heron, ${wire} ${form}.`)], streamed);
      expect(callsIn(one.messages)).toEqual(['look']);
      expect(one.text).not.toContain('recall');
      script = [{ text: 'Done.' }];
      await send(talk, [...one.items, talk.result('call_l2', 'look', 'Seen.')], streamed);
      expect(callsIn(lastAsked().messages)).toEqual(['recall', 'look']);
      const results = lastAsked().messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'tool-result'));
      expect(results).toHaveLength(2);
      expect(gateway.upstream.seen.flatMap(({ refused }) => refused)).toEqual([]);
    });
  },
);
