import {
  type EffectiveValue,
  type GlobalSettings,
  isForEverybody,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingScope,
  type SettingsDiff,
} from '@tenfold/contract';
import { type AnyStrategy, findStrategy, type Json, type JsonObject } from '@tenfold/core';
import { type SessionId, SHARED } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { invalidRequest, SessionError } from '../session-error.ts';
import { type Choices, type Chooser, type Chosen, choose, globalLevels, globalSettings, scopeOf } from './choices.ts';
import type { Keys } from './profile-access.ts';
import { settingProblems } from './setting-problem.ts';
import { type ImportWish, readSettingsFile, settingsFile } from './settings-file.ts';

/** Settings for everyone, for a session, and all of them as one file. */
export interface Settings {
  /** Every setting with the value in force: for a session where one is named, else for everyone. */
  effective(session?: SessionId): Promise<{ readonly values: readonly EffectiveValue[]; readonly warnings: readonly string[] }>;
  /** What is set for everyone, by key. */
  global(): Promise<GlobalSettings['settings']>;
  /** Sets these for everyone; null goes back to the default. */
  change(values: JsonObject): Promise<GlobalSettings['settings']>;
  /** The saved config of each strategy. */
  strategyConfig(strategy: string): Promise<object>;
  changeStrategyConfig(strategy: string, config: JsonObject | null): Promise<object>;
  /** Settings, models, profiles without keys, presets and strategy configs in one value. */
  exportFile(): Promise<JsonObject>;
  /** What a file would change; with `dryRun: false` it is changed. Keys are never in it. */
  importFile(file: Json, wish?: ImportWish): Promise<SettingsDiff>;
}

/** The settings of a store. */
export function createSettings(deps: Pick<Dependencies, 'store' | 'now' | 'strategies'>, chooser: Chooser, keys: Keys): Settings {
  const { store } = deps;
  const global = async () =>
    Object.fromEntries(
      (await globalSettings(store)).map(({ key, value, version, updatedAt }) => [key, { value, version, updatedAt }]),
    );
  return {
    global,
    async effective(session) {
      if (session === undefined) {
        const levels = await globalLevels(store);
        return { values: SETTING_NAMES.map((key) => effectiveValue(key, choose(levels, key))), warnings: [] };
      }
      const choices = await chooser.for(await store.sessions.open(session));
      return {
        values: SETTING_NAMES.map((key) => effectiveValue(key, inForce(choices, key))),
        warnings: choices.budget.warnings.map(({ message }) => message),
      };
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
    importFile: (file, wish = {}) => readSettingsFile(deps, keys, file, wish),
  };
}

/** Sets what is right, at one scope; refuses all of it when anything is not. Null removes. */
export async function writeSettings(
  deps: Pick<Dependencies, 'store' | 'now' | 'strategies'>,
  scope: string,
  level: SettingScope,
  values: JsonObject,
): Promise<void> {
  const problems = settingProblems(level, values, deps);
  if (problems.length > 0) throw invalidRequest(problems);
  for (const [key, value] of Object.entries(values)) {
    const { settings } = isForEverybody(key) ? deps.store.for(SHARED) : deps.store;
    if (value !== null && value !== undefined) await settings.set({ scope, key, value, at: deps.now() });
    else for (const each of new Set([settings, deps.store.settings])) await each.remove(scope, key);
  }
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
function inForce({ levels, budget, profile }: Choices, key: SettingName): Chosen {
  if (key === 'soft') return { value: budget.softOff ? 'off' : budget.soft.value, from: budget.soft.from };
  if (key === 'hard' || key === 'retention' || key === 'answerTokens') return budget[key];
  const chosen = choose(levels, key);
  const own = profile?.config.customPrompt;
  return key === 'customPrompt' && chosen.from !== 'session' && own !== undefined ? { value: own, from: 'profile' } : chosen;
}

function effectiveValue(key: SettingName, { value, from }: Chosen): EffectiveValue {
  const { title, description } = SETTINGS[key];
  return { key, value, from, title, description };
}
