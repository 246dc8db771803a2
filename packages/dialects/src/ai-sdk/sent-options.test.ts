import type { Message } from '@tenfold/core';
import { expect, it } from 'vitest';
import { metadata } from '../json.ts';
import { AI_SDK } from './id.ts';
import { withSentOptions } from './sent-options.ts';

const messageWith = (openai: Record<string, string>): Message => ({
  role: 'assistant',
  parts: [{ type: 'text', text: 'I look.', ...metadata(AI_SDK, { fields: { providerOptions: { openai } } }) }],
});

it('keeps whether a model said something on the way or at last, and nothing that an API does not know', () => {
  expect(withSentOptions(messageWith({ itemId: 'msg_1', phase: 'commentary' }))).toEqual(messageWith({ phase: 'commentary' }));
  const { parts } = withSentOptions(messageWith({ itemId: 'msg_1', phase: 'anything' }));
  expect(JSON.stringify(parts)).not.toContain('anything');
});
