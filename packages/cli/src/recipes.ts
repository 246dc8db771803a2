import { type AnyStrategy, findPreset, findStrategy, InvalidPreset, presets, readPreset, strategies } from '@tenfold/core';
import { BadInput } from './bad-input.ts';
import { nameOf, readText } from './file/read-text.ts';
import { ownStrategies } from './own-strategies.ts';

/** A strategy under a config: what a run can be made by. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly kind: 'strategy' | 'preset';
  readonly strategy: AnyStrategy;
  readonly config: object;
}

/** Every strategy of the engine with its defaults, those of one's own, then every preset. */
export async function allRecipes(own?: string): Promise<readonly Recipe[]> {
  return [
    ...[...strategies, ...(await ownStrategies(own))].map(ofStrategy),
    ...presets.map((preset) => ofPreset(preset.id, preset)),
  ];
}

/** The recipe that is named: a strategy, a preset, or a file that holds one; the engine's default when none is. */
export async function recipeOf({
  strategy,
  preset,
  strategies: own,
}: {
  readonly strategy?: string;
  readonly preset?: string;
  readonly strategies?: string;
}): Promise<Recipe> {
  if (preset !== undefined) return presetOf(preset);
  if (strategy === undefined) return ofStrategy(strategies[0] as AnyStrategy);
  const mine = (await ownStrategies(own)).find(({ id }) => id === strategy);
  if (mine !== undefined) return ofStrategy(mine);
  try {
    return ofStrategy(findStrategy(strategy));
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}

async function presetOf(given: string): Promise<Recipe> {
  const known = findPreset(given);
  if (known !== undefined) return ofPreset(known.id, known);
  const ids = presets.map(({ id }) => id).join(', ');
  if (!/[./\\]/.test(given)) throw new BadInput(`There is no preset "${given}". Known are ${ids}; or name a preset file.`);
  try {
    return ofPreset(given, readPreset(await readText(given)));
  } catch (error) {
    if (error instanceof InvalidPreset) throw new BadInput(`${nameOf(given)}: ${error.message}`);
    throw error;
  }
}

function ofStrategy(strategy: AnyStrategy): Recipe {
  return { id: strategy.id, name: strategy.name, kind: 'strategy', strategy, config: {} };
}

function ofPreset(id: string, preset: { readonly name: string; readonly strategy: string; readonly config: object }): Recipe {
  return { id, name: preset.name, kind: 'preset', strategy: findStrategy(preset.strategy), config: preset.config };
}
