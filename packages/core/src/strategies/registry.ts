import type { Pass } from '../pass.ts';
import type { AnyStrategy } from '../strategy.ts';
import { lossless } from './lossless.ts';
import { native } from './native.ts';
import { smart } from './smart.ts';
import { truncation } from './truncation.ts';

/** The strategies that come with the engine, the default first. */
export const strategies: readonly AnyStrategy[] = [native, lossless, truncation, smart];

/** No strategy is known by that id. */
export class UnknownStrategy extends Error {
  override readonly name = 'UnknownStrategy';
  readonly id: string;
  constructor(id: string, known: readonly AnyStrategy[]) {
    super(`There is no strategy "${id}". Known are ${known.map((strategy) => strategy.id).join(', ')}.`);
    this.id = id;
  }
}

/** The strategy of that id among those given. */
export function findStrategy(id: string, among: readonly AnyStrategy[] = strategies): AnyStrategy {
  const found = among.find((strategy) => strategy.id === id);
  if (found === undefined) throw new UnknownStrategy(id, among);
  return found;
}

/** Passes of a strategy, and what had to be put right to get them. */
export interface Prepared {
  readonly passes: readonly Pass[];
  readonly warnings: readonly string[];
}

/** A strategy's passes under a config. A wrong config gives way to the defaults, a throwing strategy to Native. */
export function preparePasses(strategy: AnyStrategy, config: object = {}): Prepared {
  const problems = strategy.config.validate(config);
  const warnings = problems.map(
    ({ field, message }) => `${strategy.name}: ${field || 'config'}: ${message} The defaults were used.`,
  );
  const effective = problems.length === 0 ? { ...strategy.config.defaults, ...config } : strategy.config.defaults;
  try {
    return { passes: strategy.passes(effective), warnings };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      passes: native.passes(native.config.defaults),
      warnings: [...warnings, `${strategy.name} failed (${why}), so Native was used instead.`],
    };
  }
}
