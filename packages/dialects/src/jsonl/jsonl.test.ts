import type { JsonObject, Message, Part } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConversations } from '../conversations.ts';
import { jsonl } from './dialect.ts';

const words = fc.constantFrom('', ' ', 'plain', '\ud83d', 'a\udc00b', '\u0000', '9007199254740993');
const extra = fc.constantFrom<{ extra?: JsonObject }>(
  {},
  { extra: { anthropic: { fields: { signature: 'c2ln' }, signed: 'x' } } },
  { extra: { anthropic: { form: 'redacted', fields: { data: 'cmVk' } } } },
  {
    extra: {
      anthropic: { fields: { citations: [{ type: 'char_location', cited_text: 'a' }], cache_control: { type: 'ephemeral' } } },
    },
  },
  { extra: { 'openai-chat': { text: '{"id": 9007199254740993}' }, gemini: { fields: { thoughtSignature: 's' } } } },
  { extra: { jsonl: { fields: { note: 1 } } } },
);
const withExtra = <T extends Part>(part: fc.Arbitrary<T>) => fc.tuple(part, extra).map(([bare, more]) => ({ ...bare, ...more }));
const text = withExtra(words.map((said) => ({ type: 'text' as const, text: said })));
const opaque = fc.record({
  type: fc.constant('opaque' as const),
  dialect: fc.constantFrom('anthropic', 'jsonl', 'other'),
  value: fc.constantFrom<JsonObject>({ type: 'tool_call', id: 'a', name: 'x', input: {} }, { type: 'opaque' }, { a: [1, null] }),
});
const file = withExtra(
  fc.record(
    {
      type: fc.constant('attachment' as const),
      mediaType: fc.constantFrom('image/png', 'text/plain'),
      name: words,
      bytes: fc.nat(),
      image: fc.constant({ width: 3, height: 4 }),
      source: fc.constantFrom({ type: 'base64', data: 'AAAA' }, { type: 'file', id: 'f' }),
    },
    { requiredKeys: ['type', 'mediaType'] },
  ) as fc.Arbitrary<Part>,
);
const part: fc.Arbitrary<Part> = fc.oneof(
  text,
  withExtra(words.map((said): Part => ({ type: 'reasoning', text: said }))),
  withExtra(
    fc.record({
      type: fc.constant('tool-call' as const),
      id: words,
      name: words,
      input: fc.oneof(words, fc.constant({ n: 2 ** 60 })),
    }) as fc.Arbitrary<Part>,
  ),
  withExtra(
    fc.record(
      {
        type: fc.constant('tool-result' as const),
        id: words,
        name: words,
        output: fc.oneof(words, fc.array(fc.oneof(text, file, opaque))),
        isError: fc.boolean(),
      },
      { requiredKeys: ['type', 'id', 'output'] },
    ) as fc.Arbitrary<Part>,
  ),
  file,
  opaque,
);
const message: fc.Arbitrary<Message> = fc
  .tuple(
    fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const),
    fc.array(part, { maxLength: 4 }),
    extra,
  )
  .map(([role, parts, more]) => ({ role, parts, ...more }));

describe('a line of a conversation as it is stored', () => {
  it('[H12] comes back the same, every part of it, and is written the same again', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), fc.option(words, { nil: undefined }), (messages, system) => {
        const frame = system === undefined ? {} : { system };
        const rest = { dialect: 'jsonl', fields: { id: 'a', source: 'tenfold' } };
        const line = JSON.stringify(jsonl.encode({ frame, messages, rest }, { asStored: true }));
        const [read] = readConversations(`${line}\n`);
        expect(read?.messages).toEqual(messages);
        expect(read?.frame).toEqual(frame);
        expect(JSON.stringify(jsonl.encode(read as never, { asStored: true }))).toBe(line);
      }),
      { numRuns: 2_000 },
    );
  });
});
