import { type AnyStrategy, findStrategy, type Json, UnknownStrategy } from '@tenfold/core';
import { SessionError } from '../session-error.ts';
import type { Choices, Chooser } from '../settings/choices.ts';
import type { Presets } from '../settings/presets.ts';
import type { FoldRequest } from './folding.ts';

/** Which strategy is to fold, and how. */
export interface Recipe {
  readonly strategy: AnyStrategy;
  readonly config: object;
}

/** What a request, or else the settings of a session, ask for. */
export async function recipeFor(
  request: Pick<FoldRequest, 'strategy' | 'preset' | 'config'>,
  choices: Choices,
  { chooser, presets }: { chooser: Chooser; presets: Presets },
): Promise<Recipe> {
  const named = request.preset ?? (request.strategy === undefined ? (choices.value('preset') as string | null) : null);
  if (named !== null && named !== undefined) {
    const { strategy, config } = await presets.get(named);
    return { strategy: known(strategy), config: { ...config, ...request.config } };
  }
  const strategy = known(request.strategy ?? (choices.value('strategy') as string));
  const saved = await chooser.strategyConfig(strategy.id);
  return { strategy, config: { ...ownPrompt(strategy, choices), ...saved, ...request.config } };
}

/** A prompt of one's own, for everyone, a profile or a session, where the strategy takes one and its config names none. */
function ownPrompt(strategy: AnyStrategy, { value, levels, profile }: Choices): { customPrompt?: Json } {
  if (strategy.id !== 'native') return {};
  const session = levels.session.get('customPrompt');
  const customPrompt = typeof session === 'string' ? session : (profile?.config.customPrompt ?? value('customPrompt'));
  return typeof customPrompt === 'string' ? { customPrompt } : {};
}

function known(id: string): AnyStrategy {
  try {
    return findStrategy(id);
  } catch (error) {
    if (!(error instanceof UnknownStrategy)) throw error;
    throw new SessionError('invalid-request', error.message, {
      todo: 'Choose one of the strategies that are listed.',
      facts: { problems: [{ field: 'strategy', message: error.message }] },
    });
  }
}
