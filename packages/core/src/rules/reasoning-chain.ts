import type { Message } from '../message.ts';
import type { Rule } from './rule.ts';

/** Thinking that stands in a message of its own belongs to what the assistant says or calls next. */
export const reasoningChain: Rule = {
  id: 'reasoning-chain',
  description: 'Thinking stays with what it led to.',
  *units(transcript) {
    for (let index = 0; index + 1 < transcript.length; index++) {
      const next = transcript[index + 1]?.message;
      if (next?.role === 'assistant' && endsThinking(transcript[index]?.message)) yield [index, index + 1];
    }
  },
};

function endsThinking(message: Message | undefined): boolean {
  return message?.role === 'assistant' && message.parts.at(-1)?.type === 'reasoning';
}
