import { api as contract, type Profile } from '@tenfold/contract';
import { tame } from '../draw/width.ts';
import type { CommandContext, CommandOutcome } from './command-outcome.ts';
import { nth } from './nth.ts';

/** Lists the models that are set up, or goes on with another in this conversation. */
export async function model(
  { api, session }: CommandContext,
  _: string,
  __: readonly string[],
  rest: string,
): Promise<CommandOutcome> {
  const { profiles } = await api.call(contract.profiles.list, {});
  if (profiles.length === 0) return { text: 'No model is set up yet. The web app has Connect a model (tenfold serve).' };
  if (rest === '') {
    const { values } = await api.call(contract.settings.effective, { session });
    const { profileId } = await api.call(contract.sessions.get, { session });
    const usual = values.find(({ key }) => key === 'profile')?.value;
    const lines = profiles.map(
      (one, index) => `${String(index + 1).padStart(3)} ${one.id === (profileId ?? usual) ? '•' : ' '} ${called(one)}`,
    );
    return { text: [...lines, '/model N goes on with another.'].join('\n') };
  }
  const wanted = rest.toLowerCase();
  const found =
    nth(profiles, rest) ??
    profiles.find(({ name, model }) => [name, model].some((word) => word.toLowerCase() === wanted)) ??
    only(profiles.filter((one) => isCalled(one, wanted)));
  if (found === undefined) {
    const several = profiles.filter((one) => isCalled(one, wanted)).length > 1;
    return { text: `${several ? 'Several models are' : 'No model is'} called ${tame(rest)}. /model lists them.`, bad: true };
  }
  await api.call(contract.sessions.update, { session, body: { profileId: found.id } });
  return { text: `This conversation goes on with ${called(found)}.` };
}

function called({ name, model, shared }: Profile): string {
  const words = [...(name === model ? [] : [tame(model)]), ...(shared ? ['shared'] : [])];
  return words.length === 0 ? tame(name) : `${tame(name)} (${words.join(', ')})`;
}

function isCalled({ name, model }: Profile, wanted: string): boolean {
  return `${name} ${model}`.toLowerCase().includes(wanted);
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}
