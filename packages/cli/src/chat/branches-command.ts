import { api as contract } from '@tenfold/contract';
import { tame } from '../draw/width.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';
import { nth } from './nth.ts';

/** Lists the branches of a conversation, or goes on with one. */
export async function branches({ api, session }: CommandContext, argument: string): Promise<CommandOutcome> {
  const { branches: all } = await api.call(contract.branches.list, { session });
  if (argument === '') {
    const lines = all.map(
      ({ name, label, current, entries }, index) =>
        `${String(index + 1).padStart(3)} ${current ? '•' : ' '} ${tame(label ?? name)} (${entries === 1 ? '1 message' : `${entries} messages`})`,
    );
    return {
      text: [...lines, all.length === 1 ? '/retry and editing make others.' : '/branches N goes on with one.'].join('\n'),
    };
  }
  const found = nth(all, argument);
  if (found === undefined) return { text: `There is no branch ${tame(argument)}. /branches lists them.`, bad: true };
  await api.call(contract.branches.switch, { session, body: { branch: found.name } });
  return { text: `On ${tame(found.label ?? found.name)}.`, open: session };
}
