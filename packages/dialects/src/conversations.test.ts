import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Conversation, conversationReader, readConversations } from './conversations.ts';
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
