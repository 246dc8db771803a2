import { counterFor, type Message } from '@tenfold/core';
import { expect, it } from 'vitest';
import { largestParts } from './largest-parts.ts';

const call = (id: string, path: string): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', id, name: 'read', input: { limit: 5, path } }],
});
const result = (id: string, words: number): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', id, output: 'word '.repeat(words) }],
});

it('names a result by the latest call with its id, heaviest first', () => {
  const messages = [call('1', 'a.ts'), result('1', 50), call('1', 'b.ts'), result('1', 90), result('?', 70)];
  expect(largestParts(messages, counterFor('openai:gpt-4o'), 3).map(({ message, kind, what }) => [message, kind, what])).toEqual([
    [4, 'toolResults', 'read b.ts'],
    [5, 'toolResults', expect.stringMatching(/^word word/)],
    [2, 'toolResults', 'read a.ts'],
  ]);
});

it('lets no text drive the terminal', () => {
  const messages: Message[] = [{ role: 'user', parts: [{ type: 'text', text: '\u001b[2Jhello\nworld' }] }];
  expect(largestParts(messages, counterFor('openai:gpt-4o'), 1)[0]?.what).toBe('hello world');
});
