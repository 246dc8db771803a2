import { api as contract } from '@tenfold/contract';
import { tame } from '../draw/width.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';
import { nth } from './nth.ts';

/** Lists messages that wait for their turn, or takes one back into the field. */
export async function queue({ api, session }: CommandContext, argument: string): Promise<CommandOutcome> {
  const { messages } = await api.call(contract.turns.queue, { session });
  if (messages.length === 0) return { text: 'Nothing waits. What you send while an answer comes does.' };
  if (argument === '') {
    const lines = messages.map(({ text }, index) => `${String(index + 1).padStart(3)}  ${tame(text)}`);
    return { text: [...lines, '/queue N takes one back.'].join('\n') };
  }
  const found = nth(messages, argument);
  if (found === undefined) return { text: `Nothing waits as number ${tame(argument)}. /queue lists what does.`, bad: true };
  const { text } = await api.call(contract.turns.withdraw, { session, message: found.id });
  return { text: 'Taken back; it is in the field again.', draft: text };
}
