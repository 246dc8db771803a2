import { type AnyStrategy, findStrategy, strategies } from '@tenfold/core';
import { BadInput } from './bad-input.ts';

/** A strategy under a config: what a run can be made by. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly kind: 'strategy' | 'preset';
  readonly strategy: AnyStrategy;
  readonly config: object;
}

/** Every strategy of the engine with its defaults. */
export function allRecipes(): readonly Recipe[] {
  return strategies.map((strategy) => ({ id: strategy.id, name: strategy.name, kind: 'strategy', strategy, config: {} }));
}

/** The recipe of that name, the engine's default when none is named. */
export function recipeOf(named: { readonly strategy?: string }): Recipe {
  try {
    const strategy = findStrategy(named.strategy ?? strategies[0]?.id ?? '');
    return { id: strategy.id, name: strategy.name, kind: 'strategy', strategy, config: {} };
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}
