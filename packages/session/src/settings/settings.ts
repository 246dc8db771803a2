import type { EffectiveValue, SettingsDiff } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';

export type { EffectiveValue, SettingsDiff };

/** Where an effective value comes from. */
export type Origin = 'session' | 'profile' | 'model' | 'project' | 'global' | 'default';

/** A stored setting with its version. */
export interface StoredValue {
  readonly value: Json;
  readonly version: number;
  readonly updatedAt: number;
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
