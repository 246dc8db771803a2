import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation } from './conversation.ts';
import { readConversations, writeConversations } from './conversations.ts';
import { detectFormat } from './format.ts';
import { FormatError } from './format-error.ts';

const chat = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'rules' },
    { role: 'user', content: 'hi' },
  ],
};
const claude = { model: 'claude-sonnet-4-5', max_tokens: 9, system: 'rules', messages: [{ role: 'user', content: 'hi' }] };
const gemini = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
const responses = { model: 'gpt-5', input: [{ role: 'user', content: 'hi' }] };
const sdk = { instructions: 'rules', messages: [{ role: 'user', content: 'hi' }] };
const shared = {
  id: 's',
  conversations: [
    { from: 'system', value: 'rules' },
    { from: 'user', value: 'hi', weight: 0 },
    { from: 'gpt', value: 'hello' },
    { from: 'observation', value: '{"a":1}' },
    { from: 'human', value: 'bye' },
  ],
  language: 'en',
};
const line = (id: string) => ({
  id,
  source: 'here',
  messages: [{ role: 'user', content: [{ type: 'text', text: `hi ${id}` }] }],
});
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const FILES: readonly [string, string, object][] = [
  ['an OpenAI chat body', JSON.stringify(chat), { container: 'body', dialect: 'openai-chat' }],
  ['an OpenAI responses body', JSON.stringify(responses), { container: 'body', dialect: 'openai-responses' }],
  ['an Anthropic body', JSON.stringify(claude), { container: 'body', dialect: 'anthropic' }],
  ['a Gemini body', JSON.stringify(gemini), { container: 'body', dialect: 'gemini' }],
  ['an AI SDK body', JSON.stringify(sdk), { container: 'body', dialect: 'ai-sdk' }],
  ['a body over several lines', JSON.stringify(chat, null, 4), { container: 'body', dialect: 'openai-chat', indent: 4 }],
  ['a body after a byte order mark', `\ufeff${JSON.stringify(chat)}`, { container: 'body', dialect: 'openai-chat' }],
  ['a list of messages', JSON.stringify(chat.messages), { container: 'messages', dialect: 'openai-chat' }],
  [
    'a list of messages over several lines',
    JSON.stringify(chat.messages, null, 2),
    { container: 'messages', dialect: 'openai-chat', indent: 2 },
  ],
  ['a list of Gemini contents', JSON.stringify(gemini.contents), { container: 'messages', dialect: 'gemini' }],
  ['lines of messages', lines(...chat.messages), { container: 'message-lines', dialect: 'openai-chat' }],
  ['one line of one message', lines({ role: 'user', content: 'hi' }), { container: 'message-lines', dialect: 'openai-chat' }],
  [
    'lines of responses items',
    lines(
      { role: 'user', content: 'hi' },
      { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: '' },
    ),
    { container: 'message-lines', dialect: 'openai-responses' },
  ],
  ['lines of conversations', lines(line('a'), line('b')), { container: 'body-lines', dialect: 'jsonl' }],
  ['one line of a conversation', lines(line('a')), { container: 'body', dialect: 'jsonl' }],
  ['lines of request bodies', lines(chat, chat), { container: 'body-lines', dialect: 'openai-chat' }],
  ['a list of conversations', JSON.stringify([line('a'), line('b')]), { container: 'body-list', dialect: 'jsonl' }],
  [
    'a list over several lines',
    JSON.stringify([chat, claude], null, 1),
    { container: 'body-list', dialect: 'openai-chat', indent: 1 },
  ],
  [
    'lines of a batch for OpenAI',
    lines(
      { custom_id: 'r-1', method: 'POST', url: '/v1/chat/completions', body: chat },
      { custom_id: 'r-2', method: 'POST', url: '/v1/responses', body: responses },
    ),
    { container: 'body-lines', dialect: 'openai-chat' },
  ],
  ['a line of a batch for Anthropic', lines({ custom_id: 'r-1', params: claude }), { container: 'body', dialect: 'anthropic' }],
  ['a line of a batch for Gemini', lines({ key: 'r-1', request: gemini }), { container: 'body', dialect: 'gemini' }],
  ['a list of ShareGPT conversations', JSON.stringify([shared, shared]), { container: 'body-list', dialect: 'openai-chat' }],
  ['lines of ShareGPT conversations', lines(shared, shared), { container: 'body-lines', dialect: 'openai-chat' }],
  ['a body with tabs', JSON.stringify(chat, null, '\t'), { container: 'body', dialect: 'openai-chat', indent: '\t' }],
];

describe('the format of a file', () => {
  it.each(FILES)('is told by content: %s', (_, text, format) => {
    expect(detectFormat(text)).toEqual(format);
  });

  it.each(FILES)('is kept when a conversation is written back: %s', (_, text) => {
    const written = writeConversations(readConversations(text));
    expect(readConversations(written).map(({ frame, messages }) => ({ frame, messages }))).toEqual(
      readConversations(text).map(({ frame, messages }) => ({ frame, messages })),
    );
    expect(written.trim()).toBe(text.replace('\ufeff', '').trim());
  });

  it('is kept byte by byte in all that was not changed: large numbers, escapes, spacing, order of fields', () => {
    const spaced = `{"messages": [{"role": "user", "content": "caf\\u00e9", "n": 12345678901234567890}, {"role": "user", "content": "b"}], "seed": 9007199254740993, "t": 1.0}`;
    const indented = JSON.stringify(chat, null, '\t').replace('"gpt-4o"', '"gpt-4o",\n\t"seed": 9007199254740993');
    for (const text of [
      spaced,
      indented,
      `[${spaced},${spaced}]`,
      `[\n  ${spaced},\n  ${spaced}\n]`,
      indented.replaceAll('\n', '\r\n'),
    ]) {
      expect(writeConversations(readConversations(text)).trim()).toBe(text);
      const fewer = writeConversations(readConversations(text).map((one) => ({ ...one, messages: one.messages.slice(0, 1) })));
      expect(JSON.parse(fewer)).toEqual(
        JSON.parse(text, (key, value) => (key === 'messages' ? value.slice(0, text.includes('rules') ? 2 : 1) : value)),
      );
      expect(fewer).toContain('"seed": 9007199254740993');
    }
    const messages = `{"role": "user", "content": "a", "at": 9007199254740993}\r\n{"role": "user", "content": "b", "at": 1.50}\r\n`;
    expect(writeConversations(readConversations(messages))).toBe(messages);
  });

  it('names each conversation, its line, and what went into the frame', () => {
    const found = readConversations(`\n${lines(line('a'))}\n${lines({ ...chat, id: 'c' })}`);
    expect(found.map(({ id, line: at }) => [id, at])).toEqual([
      ['a', 2],
      ['c', 4],
    ]);
    expect(readConversations(JSON.stringify(chat))[0]).toMatchObject({ openingMessages: 1, frame: { system: 'rules' }, line: 1 });
  });

  it('is kept around what stands inside: requests of a batch, turns of ShareGPT', () => {
    const [batched] = readConversations(lines({ custom_id: 'r-1', params: claude }));
    expect(batched).toMatchObject({ id: 'r-1', model: 'claude-sonnet-4-5', frame: { system: 'rules' } });
    const [talk] = readConversations(JSON.stringify(shared));
    expect(talk?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user']);
    const summary = { role: 'summary' as const, parts: [{ type: 'text' as const, text: 'so far' }] };
    const folded = { ...talk, messages: [summary, ...(talk?.messages.slice(2) ?? [])] } as Conversation;
    expect(JSON.parse(writeConversations([folded]))).toEqual({
      ...shared,
      conversations: [shared.conversations[0], { from: 'system', value: 'so far' }, ...shared.conversations.slice(3)],
    });
  });

  it('may change from line to line', () => {
    expect(readConversations(lines(chat, claude, gemini)).map(({ format }) => format.dialect)).toEqual([
      'openai-chat',
      'anthropic',
      'gemini',
    ]);
  });
});

const BAD: readonly [string, string, { line?: number; found: RegExp }][] = [
  ['an empty file', '', { found: /^an empty file$/ }],
  ['a blank file', ' \n\n', { found: /^an empty file$/ }],
  ['an empty list', '[]', { line: 1, found: /^an empty list$/ }],
  ['a torn body', JSON.stringify(chat).slice(0, -5), { line: 1, found: /torn/ }],
  ['a torn body over several lines', JSON.stringify(chat, null, 2).slice(0, -5), { line: 12, found: /torn or broken/ }],
  ['a torn last line', lines(line('a')) + JSON.stringify(line('b')).slice(0, 30), { line: 2, found: /the file ends inside it/ }],
  ['a broken line in between', `${lines(line('a'))}{oops}\n${lines(line('b'))}`, { line: 2, found: /\{oops\}/ }],
  ['nesting without end', `{"messages":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, { line: 1, found: /deeper in each other/ }],
  [
    'a record of something else',
    '{"instruction":"a","input":"b","output":"c"}',
    { line: 1, found: /an object with instruction/ },
  ],
  ['prose', 'Dear diary,\ntoday', { line: 1, found: /^"Dear diary,"$/ }],
  ['a number', '42', { line: 1, found: /the value 42/ }],
  ['another object', '{"name":"x","version":"1"}', { line: 1, found: /an object with name, version/ }],
  ['an empty object', '{}', { line: 1, found: /an empty object/ }],
  ['a list of numbers', '[1, 2]', { line: 1, found: /a list of 2 values that are no messages/ }],
  [
    'a stray value among conversations',
    lines(line('a'), { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }),
    { line: 2, found: /an object with a, b, c, d, e, f, …/ },
  ],
  ['a stray value among messages', lines({ role: 'user', content: 'hi' }, 5), { line: 2, found: /the value 5/ }],
  ['a first line that is nothing', lines({ a: 1 }, line('b')), { line: 1, found: /an object with a/ }],
];

describe('a file that cannot be read', () => {
  it.each(BAD)('says what is wrong and where: %s', (_, text, { line: at, found }) => {
    try {
      readConversations(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      const refusal = error as FormatError;
      expect(refusal.line).toBe(at);
      expect(refusal.found).toMatch(found);
      expect(refusal.message).toContain(`expected ${refusal.expected}, found ${refusal.found}`);
    }
  });

  it('can be read without the lines that are to blame, where that is wished', () => {
    const text = `${lines(line('a'))}{oops}\n${lines({ stray: 1 }, line('b'))}${JSON.stringify(line('c')).slice(0, 30)}`;
    const found = readConversations(text, { unreadable: 'skip' });
    expect(found.map(({ id, line: at, skippedLines }) => [id, at, skippedLines])).toEqual([
      ['a', 1, [2, 3, 5]],
      ['b', 4, undefined],
    ]);
    expect(() => readConversations('{oops}\n{"a":1}\n', { unreadable: 'skip' })).toThrow(/^line 1: .*\{oops\}/);
    for (const page of ['# A talk\n\n3\n', '<!doctype html>\n3\n'])
      expect(() => readConversations(page, { unreadable: 'skip' })).toThrow(/which is for people to read \(export .* as JSON/);
  });

  it('never fails in another way', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.constantFrom(...FILES.map(([, text]) => text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.nat(400), (pieces, cut) => {
        const text = pieces.join('\n').slice(0, cut);
        try {
          readConversations(text, { unreadable: 'skip' });
          for (const conversation of readConversations(text)) writeConversations([conversation]);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
