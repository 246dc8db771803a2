import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Conversation } from './conversation.ts';
import { conversationReader, readConversations } from './conversations.ts';
import { finish } from './slices.ts';

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.string(), fc.string()).map(([id, text]) => ({ id, messages: [{ role: 'user', content: text }] })),
  },
  { weight: 1, arbitrary: fc.constant({ stray: true }) },
);
const file = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: line.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constant('{"torn') },
    ),
    {
      minLength: 3,
      maxLength: 12,
    },
  )
  .map((lines) => [JSON.stringify({ messages: [{ role: 'user', content: 'first' }] }), ...lines].join('\n'));

it('gives conversations of lines as they come, the same as all at once, with what was left out', () => {
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 200 }), (text, size) => {
      const reader = conversationReader({ unreadable: 'skip', source: false });
      const early: Conversation[] = [];
      for (let at = 0; at < text.length; at += size) early.push(...finish(reader.push(text.slice(at, at + size))));
      const late = finish(reader.end());
      const [first, ...others] = readConversations(text, { unreadable: 'skip' });
      const { skippedLines = [], skippedCount = 0, ...whole } = first as Conversation;
      const bare = ({ source: _, ...conversation }: Conversation) => conversation;
      expect([...early, ...late]).toEqual([whole, ...others].map(bare));
      expect(reader.skipped).toEqual({ count: skippedCount, lines: skippedLines });
    }),
  );
});

it('keeps none of a long file of conversations', () => {
  const reader = conversationReader({ unreadable: 'skip', source: false });
  const text = `${JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(1_000) }] })}\n`;
  let seen = 0;
  for (let n = 0; n < 200; n++) seen += finish(reader.push(text)).length;
  expect(seen).toBeGreaterThanOrEqual(199);
  expect(seen + finish(reader.end()).length).toBe(200);
});

const said = fc.string({ minLength: 0, maxLength: 40 });
const chat = fc.array(
  fc.oneof(
    said.map((content) => [{ role: 'user', content }]),
    said.map((content) => [{ role: 'assistant', content }]),
    said.map((content) => [{ role: 'system', content }]),
    // Calls without ids, and of the old form, are named by their place.
    said.map((content) => [
      { role: 'assistant', tool_calls: [{ function: { name: 'look', arguments: { content } } }] },
      { role: 'tool', content },
    ]),
    said.map((content) => [
      { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{}' } },
      { role: 'function', name: 'look', content },
    ]),
  ),
  { minLength: 4, maxLength: 30 },
);
const claude = fc.array(
  fc.oneof(
    said.map((text) => [{ role: 'user', content: [{ type: 'text', text }] }]),
    said.map((text) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: text, name: 'look', input: { text } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: text, content: text }] },
    ]),
  ),
  { minLength: 4, maxLength: 30 },
);
const ours = fc.array(
  said.map((text) => [{ role: 'user', content: [{ type: 'text', text }] }]),
  { minLength: 4, maxLength: 30 },
);

/** A conversation in every way it may lie in a file: alone, as a list, on lines, with what is said of it before and behind. */
const talks = fc.oneof(chat, claude, ours).chain((turns) => {
  // Its format is told by how it begins.
  const messages = turns.toSorted((one, other) => other.length - one.length).flat();
  const times = messages.map((_, at) => Date.UTC(2025, 1, 1) + at);
  return fc.constantFrom(
    JSON.stringify({ title: 'Before', messages }),
    JSON.stringify({ messages, model: 'm', title: 'Behind' }, null, 2),
    `${JSON.stringify({ id: 'one', meta: { times }, system: null, messages })}\n${JSON.stringify({ id: 'two', messages })}\n`,
    JSON.stringify(messages),
    JSON.stringify(messages, null, 1),
    messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    JSON.stringify(Array.from({ length: 5 }, () => ({ messages }))),
  );
});

const timesOf = ({ times, messages }: Conversation) => times ?? messages.map(() => null);

it('gives a long conversation in pieces that come to the whole', () => {
  fc.assert(
    fc.property(talks, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 600 }), (text, size, piece) => {
      const reader = conversationReader({ unreadable: 'skip', source: false, pieces: { atOnce: 100, head: 200, piece } });
      const came: Conversation[] = [];
      for (let at = 0; at < text.length; at += size) came.push(...finish(reader.push(text.slice(at, at + size))));
      came.push(...finish(reader.end()));
      const joined: Conversation[] = [];
      for (const { isMore, ...one } of came) {
        const last = joined.at(-1);
        const messages = [...(last?.messages ?? []), ...one.messages];
        if (isMore && last) joined[joined.length - 1] = { ...last, ...one, messages, times: [...timesOf(last), ...timesOf(one)] };
        else joined.push(one);
      }
      const told = (one: Conversation) => [one.id, one.title, one.model, one.messages, timesOf(one)];
      expect(joined.map(told)).toEqual(readConversations(text, { unreadable: 'skip' }).map(told));
    }),
    { numRuns: 300 },
  );
});
