import { type Checkpoint, api as contract } from '@tenfold/contract';
import { tame } from '../draw/width.ts';
import { Refusal } from './api.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';
import { nth } from './nth.ts';

/** Lists checkpoints, or goes back to one on a new branch. One made with another model is asked about first. */
export async function rewind(
  { api, session }: CommandContext,
  argument: string,
  options: readonly string[],
): Promise<CommandOutcome> {
  const { checkpoints } = await api.call(contract.checkpoints.list, { session });
  if (argument === '') return { text: listed(checkpoints) };
  const found = nth(checkpoints, argument);
  if (found === undefined) return { text: `There is no checkpoint ${argument}. /rewind lists them.`, bad: true };
  const confirmed = options.includes('--anyway') ? { confirmModel: true } : {};
  try {
    await api.call(contract.checkpoints.restore, { session, body: { checkpoint: found.id, ...confirmed } });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'model-differs') throw error;
    return { text: `${error.message}\n/rewind ${argument} --anyway goes back all the same.`, bad: true };
  }
  return { text: `Back at "${tame(found.label)}", on a new branch. What came later is kept on the old one.`, open: session };
}

/** Takes the last condensing back that is still in force. */
export async function undo({ api, session }: CommandContext): Promise<CommandOutcome> {
  const { runs } = await api.call(contract.condensations.list, { session });
  const last = runs.filter(({ active }) => active).toSorted((a, b) => b.createdAt - a.createdAt)[0];
  if (last === undefined) return { text: 'Nothing is condensed here, so there is nothing to undo.' };
  await api.call(contract.condensations.undo, { session, run: last.id });
  return { text: `Undone: ${last.divider}. Every original is in the context again.` };
}

/** Condenses again what was undone last. */
export async function redo({ api, session }: CommandContext): Promise<CommandOutcome> {
  const { runs } = await api.call(contract.condensations.list, { session });
  const last = runs.filter(({ outcome }) => outcome === 'undone').toSorted((a, b) => b.createdAt - a.createdAt)[0];
  if (last === undefined) return { text: 'Nothing was undone here, so there is nothing to redo.' };
  await api.call(contract.condensations.redo, { session, run: last.id });
  return { text: `Done again: ${last.divider}.` };
}

/** Brings back what was cut off when Tenfold ended. */
export async function resume({ api, session }: CommandContext): Promise<CommandOutcome> {
  const { sessions } = await api.call(contract.recovery.list, {});
  const found = sessions.find((one) => one.session.id === session);
  if (found === undefined) return { text: 'Nothing of this conversation was cut off.' };
  await api.call(contract.recovery.recover, { session, body: { action: 'resume' } });
  return { text: `Recovered ${found.what}.`, open: session };
}

function listed(checkpoints: readonly Checkpoint[]): string {
  if (checkpoints.length === 0) return 'There is no checkpoint yet. /save-progress keeps one.';
  const lines = checkpoints
    .slice(0, 20)
    .map(
      ({ label, createdAt, entries }, index) =>
        `${String(index + 1).padStart(3)}  ${clock(createdAt)}  ${tame(label)} (${entries === 1 ? '1 message' : `${entries} messages`})`,
    );
  return [...lines, '/rewind N goes back to one.'].join('\n');
}

/** `2026-11-15 23:02`, by this machine's clock. */
function clock(at: number): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
