import type { AnyStrategy } from '../strategy.ts';
import { strategies } from './registry.ts';

/** A module whose strategies cannot be used. */
export class InvalidStrategies extends Error {
  override readonly name = 'InvalidStrategies';
}

/** Strategies of one's own: what a module exports as `strategies`. `from` names it in what is said of it. @throws InvalidStrategies */
export function strategiesIn({ strategies: own }: { readonly strategies?: unknown }, from: string): readonly AnyStrategy[] {
  if (!Array.isArray(own) || own.length === 0)
    throw new InvalidStrategies(`${from} exports no list \`strategies\`. Nothing was started.`);
  const wrong = own.findIndex((strategy) => !isStrategy(strategy));
  if (wrong >= 0)
    throw new InvalidStrategies(
      `Strategy ${wrong + 1} of ${from} is not a strategy: it needs id, name, description, version, capabilities, config and passes. Nothing was started.`,
    );
  withOwn(own, ` (${from})`);
  return own;
}

/** The engine's strategies and one's own; an id names one of them. @throws InvalidStrategies */
export function withOwn(own: readonly AnyStrategy[], from = ''): readonly AnyStrategy[] {
  const all = [...strategies, ...own];
  const twice = all.find(({ id }, index) => all.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined)
    throw new InvalidStrategies(
      `There are two strategies with the id ${twice.id}${from}. Give yours an id of its own. Nothing was started.`,
    );
  return all;
}

function isStrategy(given: unknown): given is AnyStrategy {
  if (typeof given !== 'object' || given === null) return false;
  const { id, name, description, version, capabilities, config, passes }: { [Name in keyof AnyStrategy]?: unknown } = given;
  const isTold = [id, name, description, version].every((text) => typeof text === 'string' && text !== '');
  const checks = typeof config === 'object' && config !== null && 'validate' in config && typeof config.validate === 'function';
  return isTold && checks && typeof capabilities === 'object' && typeof passes === 'function';
}
