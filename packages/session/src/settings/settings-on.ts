import { type AnyStrategy, findStrategy, type Json } from '@tenfold/core';
import type { Dependencies } from '../dependencies.ts';
import { invalidRequest, SessionError } from '../session-error.ts';
import type { Choices, Chooser } from './choices.ts';
import type { Keys } from './credentials.ts';
import { choose, globalLevels, scopeOf } from './levels.ts';
import { SETTING_KEYS, settingKey } from './setting-key.ts';
import type { EffectiveValue, Origin, Settings } from './settings.ts';
import { readSettingsFile, settingsFile } from './settings-file.ts';
import { writeSettings } from './write-settings.ts';

/** The settings of a store. */
export function settingsOn(deps: Dependencies, chooser: Chooser, keys: Keys): Settings {
  const { store } = deps;
  const global = async () =>
    Object.fromEntries(
      (await store.settings.list(scopeOf.global)).map(({ key, value, version, updatedAt }) => [
        key,
        { value, version, updatedAt },
      ]),
    );
  return {
    global,
    async effective(session) {
      if (session === undefined) {
        const levels = await globalLevels(store);
        return { values: SETTING_KEYS.map(({ key }) => shown(key, choose(levels, key))), warnings: [] };
      }
      const choices = await chooser.for(await store.sessions.open(session));
      return { values: effectiveValues(choices), warnings: choices.budget.warnings.map(({ message }) => message) };
    },
    async change(values) {
      await writeSettings(deps, scopeOf.global, 'global', values);
      return global();
    },
    strategyConfig: (strategy) => chooser.strategyConfig(strategy),
    async changeStrategyConfig(strategy, config) {
      const problems = config === null ? [] : schemaOf(strategy, deps.strategies).validate(config);
      if (problems.length > 0) throw invalidRequest(problems);
      if (config === null) await store.settings.remove(scopeOf.strategy(strategy), 'config');
      else await store.settings.set({ scope: scopeOf.strategy(strategy), key: 'config', value: config, at: deps.now() });
      return chooser.strategyConfig(strategy);
    },
    exportFile: () => settingsFile(store),
    importFile: (file, { dryRun = true } = {}) => readSettingsFile(deps, keys, file, dryRun),
  };
}

function schemaOf(strategy: string, among: readonly AnyStrategy[]) {
  try {
    return findStrategy(strategy, among).config;
  } catch (cause) {
    throw new SessionError('not-found', `There is no strategy ${strategy}.`, {
      todo: 'List the strategies and use one of those.',
      facts: { strategy },
      cause,
    });
  }
}

/** Watermarks and retention are resolved by the engine, with profile and model among the levels; the rest by scope. */
function effectiveValues({ levels, budget, profile }: Choices): readonly EffectiveValue[] {
  return SETTING_KEYS.map(({ key }) => {
    if (key === 'soft') return shown(key, { value: budget.softOff ? 'off' : budget.soft.value, from: budget.soft.from });
    if (key === 'hard') return shown(key, budget.hard);
    if (key === 'retention') return shown(key, budget.retention);
    const chosen = choose(levels, key);
    const own = profile?.config.customPrompt;
    if (key === 'customPrompt' && chosen.from !== 'session' && own !== undefined)
      return shown(key, { value: own, from: 'profile' });
    return shown(key, chosen);
  });
}

function shown(name: string, { value, from }: { value: Json; from: Origin }): EffectiveValue {
  const { key, title, description } = settingKey(name) as { key: string; title: string; description: string };
  return { key, value, from, title, description };
}
