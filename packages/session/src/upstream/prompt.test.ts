import { type Message, SUMMARY_PREFIX, textMessage } from '@tenfold/core';
import { aiSdk, encodeModelMessages, sendable } from '@tenfold/dialects';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyMessage } from '../testing/any-message.ts';
import { PROVIDERS } from './endpoint.ts';
import { promptFor } from './prompt.ts';
import { sendRules } from './send-rules.ts';

const list: readonly Message[] = [
  textMessage('user', 'Do it.'),
  textMessage('summary', `${SUMMARY_PREFIX}\nDone so far.`),
  textMessage('assistant', 'Going on.'),
  textMessage('user', 'Good.'),
];
const marksOf = (provider: 'anthropic' | 'openai', cache: boolean) =>
  JSON.stringify(promptFor(list, {}, { provider, summaryRole: 'system', cache }).prompt.messages).split('cacheControl').length -
  1;

it('marks the newest record and the end of a request for the cache of Anthropic', () => {
  expect(marksOf('anthropic', true)).toBe(2);
  expect(marksOf('anthropic', false)).toBe(0);
  expect(marksOf('openai', true)).toBe(0);
  const { messages } = promptFor(list, {}, { provider: 'anthropic', summaryRole: 'system', cache: true }).prompt;
  const [first] = messages as unknown as { content: { text: string; providerOptions?: object }[] }[];
  expect(first?.content.map(({ providerOptions }) => providerOptions !== undefined)).toEqual([false, true]);
});

it('leaves nothing to mend in what is sendable: encoded message by message it is what its dialect makes of it', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 8 }), fc.constantFrom(...PROVIDERS), (given, provider) => {
      const { messages } = sendable(given, sendRules(provider, 'system'));
      expect({ messages: encodeModelMessages(messages) }).toEqual(aiSdk.encode({ frame: {}, messages }));
    }),
  );
});
