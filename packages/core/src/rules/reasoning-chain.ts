import type { Message } from '../message.ts';
import { placesOf } from '../places.ts';
import type { Range, Rule } from './rule.ts';

/** Thinking that stands in a message of its own belongs to what the assistant says or calls next. */
export const reasoningChain: Rule = (transcript) => {
  const ranges: Range[] = [];
  for (const index of placesOf(transcript)) {
    const next = transcript[index + 1]?.message;
    if (next?.role === 'assistant' && endsThinking(transcript[index]?.message)) ranges.push([index, index + 1]);
  }
  return ranges;
};

function endsThinking(message: Message | undefined): boolean {
  return message?.role === 'assistant' && message.parts.at(-1)?.type === 'reasoning';
}
