import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStrategy } from '@tenfold/core';
import { BadSetting } from './settings.ts';

/**
 * Strategies of one's own: what a module exports as `strategies`. It is code that runs in the server, so only whoever starts
 * the server names it; no request, settings file or import can.
 */
export async function ownStrategies(file: string): Promise<readonly AnyStrategy[]> {
  const { strategies } = await loaded(resolve(file));
  if (!Array.isArray(strategies) || strategies.length === 0)
    throw new BadSetting(`${file} exports no list \`strategies\`. Nothing was started.`);
  const wrong = strategies.findIndex((strategy) => !isStrategy(strategy));
  if (wrong >= 0)
    throw new BadSetting(
      `Strategy ${wrong + 1} of ${file} is none: it needs id, name, description, version, capabilities, config and passes. Nothing was started.`,
    );
  return strategies;
}

async function loaded(path: string): Promise<{ readonly strategies?: unknown }> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BadSetting(`The strategies in ${path} cannot be loaded: ${reason.replace(/\.$/, '')}. Nothing was started.`, {
      cause,
    });
  }
}

function isStrategy(given: unknown): given is AnyStrategy {
  if (typeof given !== 'object' || given === null) return false;
  const { id, name, description, version, capabilities, config, passes }: { [Name in keyof AnyStrategy]?: unknown } = given;
  const isTold = [id, name, description, version].every((text) => typeof text === 'string' && text !== '');
  const checks = typeof config === 'object' && config !== null && 'validate' in config && typeof config.validate === 'function';
  return isTold && checks && typeof capabilities === 'object' && typeof passes === 'function';
}
