import type { Preset } from '@tenfold/contract';
import { type AnyStrategy, findStrategy, type Json, UnknownStrategy } from '@tenfold/core';
import { NotFound, StoreCorrupt } from '@tenfold/store';
import { SessionError } from '../session-error.ts';
import type { Choices, Chooser } from '../settings/choices.ts';
import type { Presets } from '../settings/presets.ts';
import type { FoldRequest } from './fold-request.ts';

/** Which strategy is to fold, and how. */
export interface Recipe {
  readonly strategy: AnyStrategy;
  readonly config: object;
  /** What was wished for and could not be had; the report tells. */
  readonly notes?: readonly string[];
}

/** What a request, or else the settings of a session, ask for. */
export async function recipeFor(
  request: Pick<FoldRequest, 'strategy' | 'preset' | 'config'>,
  choices: Choices,
  { chooser, presets }: { chooser: Chooser; presets: Presets },
): Promise<Recipe> {
  const inherited = request.strategy === undefined ? choices.value('preset') : null;
  const preset = request.preset === undefined ? await usablePreset(presets, inherited) : await presets.get(request.preset);
  if (preset !== null) {
    const { strategy, config } = presetRecipe(preset, chooser);
    return { strategy, config: { ...config, ...request.config } };
  }
  const strategy = strategyNamed(request.strategy ?? choices.value('strategy'), chooser.strategies);
  const saved = await chooser.strategyConfig(strategy.id);
  return {
    strategy,
    config: { ...(await ownPrompt(strategy, choices, chooser)), ...saved, ...request.config },
    ...(inherited === null ? {} : { notes: [missingPresetNote(inherited, strategy.name)] }),
  };
}

/** What a preset asks for. */
export function presetRecipe({ strategy, config }: Preset, { strategies }: Pick<Chooser, 'strategies'>): Recipe {
  return { strategy: strategyNamed(strategy, strategies), config };
}

/** The preset a session is set to; one that was removed or cannot be read leaves it to its strategy. */
async function usablePreset(presets: Presets, id: string | null): Promise<Preset | null> {
  if (id === null) return null;
  try {
    return await presets.get(id);
  } catch (error) {
    if (error instanceof NotFound || error instanceof StoreCorrupt) return null;
    throw error;
  }
}

function missingPresetNote(id: string, strategy: string): string {
  return `The preset ${id} was removed or cannot be read, so the ${strategy} strategy was used instead. Choose another preset in the settings.`;
}

/**
 * A prompt of one's own where the strategy takes one and its config names none: the session's, that of the profile which
 * summarizes, that of the conversation's profile, or everyone's.
 */
async function ownPrompt(
  strategy: AnyStrategy,
  { value, levels, profile }: Choices,
  chooser: Chooser,
): Promise<{ customPrompt?: Json }> {
  if (!takesField(strategy, 'customPrompt')) return {};
  const session = levels.session.get('customPrompt');
  if (typeof session === 'string') return { customPrompt: session };
  const condensing = value('condensingProfile');
  // One that is gone or cannot be opened is told of where it is asked.
  const summarizer = condensing === null ? null : await chooser.profile(condensing).catch(() => null);
  const customPrompt = summarizer?.config.customPrompt ?? profile?.config.customPrompt ?? value('customPrompt');
  return typeof customPrompt === 'string' ? { customPrompt } : {};
}

/** Whether a strategy's config has a field of that name. */
export function takesField({ config }: AnyStrategy, name: string): boolean {
  return Object.hasOwn((config.json.properties ?? {}) as object, name);
}

function strategyNamed(id: string, among: readonly AnyStrategy[]): AnyStrategy {
  try {
    return findStrategy(id, among);
  } catch (error) {
    if (!(error instanceof UnknownStrategy)) throw error;
    throw new SessionError('invalid-request', error.message, {
      todo: 'Choose one of the strategies that are listed.',
      facts: { problems: [{ field: 'strategy', message: error.message }] },
    });
  }
}
