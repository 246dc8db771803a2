import type { Json, JsonObject } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { Ground } from '../ground.ts';
import { invalidRequest } from '../session-error.ts';
import type { Choices, Chooser } from './choices.ts';
import { choose, readLevels, scopeOf } from './levels.ts';
import { SETTING_KEYS, type SettingScope, settingKey } from './setting-key.ts';
import { readSettingsFile, settingsFile } from './settings-file.ts';

/** Where an effective value comes from. */
export type Origin = 'session' | 'profile' | 'model' | 'project' | 'global' | 'default';

/** A setting in force, where it comes from, and what it is. */
export interface EffectiveValue {
  readonly key: string;
  readonly value: Json;
  readonly from: Origin;
  readonly title: string;
  readonly description: string;
}

/** A stored setting with its version. */
export interface StoredValue {
  readonly value: Json;
  readonly version: number;
  readonly updatedAt: number;
}

/** What a settings file would change. */
export interface SettingsDiff {
  readonly added: readonly string[];
  readonly changed: readonly { readonly what: string; readonly from: Json; readonly to: Json }[];
  readonly unchanged: number;
}

/** Settings for everyone, for a session, and all of them as one file. */
export interface Settings {
  /** Every setting with the value in force: for a session where one is named, else for everyone. */
  effective(session?: SessionId): Promise<{ readonly values: readonly EffectiveValue[]; readonly warnings: readonly string[] }>;
  /** What is set for everyone, by key. */
  global(): Promise<Readonly<Record<string, StoredValue>>>;
  /** Sets these for everyone; null goes back to the default. */
  change(values: JsonObject): Promise<Readonly<Record<string, StoredValue>>>;
  /** The saved config of each strategy. */
  strategyConfig(strategy: string): Promise<object>;
  changeStrategyConfig(strategy: string, config: JsonObject | null): Promise<object>;
  /** Settings, models, profiles without keys, presets and strategy configs in one value. */
  exportFile(): Promise<JsonObject>;
  /** What a file would change; with `dryRun: false` it is changed. Keys are never in it. */
  importFile(file: Json, options?: { dryRun?: boolean }): Promise<SettingsDiff>;
}

/** The settings of a store. */
export function settingsOn(ground: Ground, chooser: Chooser): Settings {
  const { store } = ground;
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
        const levels = await readLevels(store, null);
        return { values: SETTING_KEYS.map(({ key }) => shown(key, choose(levels, key))), warnings: [] };
      }
      const choices = await chooser.for(await store.sessions.get(session));
      return { values: effectiveValues(choices), warnings: choices.budget.warnings.map(({ message }) => message) };
    },
    async change(values) {
      await writeSettings(ground, scopeOf.global, 'global', values);
      return global();
    },
    strategyConfig: (strategy) => chooser.strategyConfig(strategy),
    async changeStrategyConfig(strategy, config) {
      if (config === null) await store.settings.remove(scopeOf.strategy(strategy), 'config');
      else await store.settings.set({ scope: scopeOf.strategy(strategy), key: 'config', value: config, at: ground.now() });
      return chooser.strategyConfig(strategy);
    },
    exportFile: () => settingsFile(store),
    importFile: (file, { dryRun = true } = {}) => readSettingsFile(ground, file, dryRun),
  };
}

/** Sets what is right, at one scope; refuses all of it when anything is not. Null removes. */
export async function writeSettings(ground: Ground, scope: string, level: SettingScope, values: JsonObject): Promise<void> {
  const problems = Object.entries(values).flatMap(([field, value]) => {
    const setting = settingKey(field);
    if (setting === undefined)
      return [
        { field, message: `There is no setting of this name. Known are ${SETTING_KEYS.map(({ key }) => key).join(', ')}.` },
      ];
    if (!setting.scopes.includes(level)) return [{ field, message: `This can only be set for ${setting.scopes.join(' or ')}.` }];
    const message = value === null || value === undefined ? null : setting.problem(value);
    return message === null ? [] : [{ field, message }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined) await ground.store.settings.remove(scope, key);
    else await ground.store.settings.set({ scope, key, value, at: ground.now() });
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
