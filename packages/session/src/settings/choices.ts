import type { SettingName, SettingValue } from '@tenfold/contract';
import {
  type AnyStrategy,
  type BudgetLevel,
  type BudgetSettings,
  budgetFor,
  type Calibration,
  type CheckedBudget,
  type Counter,
  counterFor,
  isCalibrated,
  type Json,
  type Model,
  UNCALIBRATED,
} from '@tenfold/core';
import type { FullProfile, ModelConfig, Session, Store } from '@tenfold/store';
import type { Keys } from './credentials.ts';
import { choose, type Levels, levelsOf, type SessionSettings, scopeOf } from './levels.ts';
import { limitsOf, modelOf, OFFLINE_MODEL } from './model-limits.ts';
import { type ReadyProfile, readyProfile } from './ready-profile.ts';

/** Everything decided for one session at this moment: a change applies to the next decision. */
export interface Choices {
  readonly session: Session;
  readonly levels: Levels;
  /** Who answers; null for the offline model. */
  readonly profile: ReadyProfile | null;
  readonly model: Model;
  readonly budget: CheckedBudget;
  readonly count: Counter;
  /** The same before anything was learnt from bills: what calibration compares with. */
  readonly uncalibrated: Counter;
  readonly calibration: Calibration;
  value<Name extends SettingName>(name: Name): SettingValue<Name>;
}

/** Makes the choices of sessions. */
export interface Chooser {
  /** Strategies there are: the engine's and one's own. */
  readonly strategies: readonly AnyStrategy[];
  /** What is decided for a session, given what was read of it. */
  for(found: SessionSettings & { readonly session: Session }): Promise<Choices>;
  /** The same for all sessions, everything that is set read at once. */
  forAll(): Promise<(session: Session, projectStrategy: string | null) => Promise<Choices>>;
  profile(id: string): Promise<ReadyProfile>;
  /** The stored config of a strategy, given its id. */
  strategyConfig(id: string): Promise<object>;
}

/** The chooser over a store. */
export function chooserOn(store: Store, keys: Keys, now: () => number, strategies: readonly AnyStrategy[]): Chooser {
  const made = new WeakMap<FullProfile, Promise<ReadyProfile>>();
  /** A profile is made ready of what was read with it, once for all sessions of a list. */
  const ready = (full: FullProfile) => {
    const source = { ...store, profiles: { ...store.profiles, secret: async () => full.secret } };
    const known = made.get(full) ?? readyProfile(source, keys, full.profile);
    made.set(full, known);
    return known;
  };
  const decide = async (
    found: SessionSettings & { session: Session },
    read: (id: string) => Promise<FullProfile | undefined>,
  ): Promise<Choices> => {
    const levels = { ...levelsOf(found), known: { strategies } };
    for (const id of [found.session.profile, choose(levels, 'profile').value]) {
      const full = id === null ? undefined : await read(id);
      // One that was removed leaves its conversations to the next.
      if (full === undefined) continue;
      const profile = await ready(full);
      const known = full.model?.id === profile.modelId ? full.model : null;
      return choicesOf(found.session, levels, profile, known ?? (await limitsOf(store, profile.modelId, now())));
    }
    return choicesOf(found.session, levels, null, null);
  };
  return {
    strategies,
    profile: async (id) => readyProfile(store, keys, await store.profiles.get(id)),
    async strategyConfig(id) {
      const stored = await store.settings.get(scopeOf.strategy(id), 'config');
      return typeof stored?.value === 'object' && stored.value !== null ? stored.value : {};
    },
    for: (found) => decide(found, async (id) => (await store.profiles.full(id))[0]),
    async forAll() {
      const [settings, full] = await Promise.all([store.settings.list(), store.profiles.full()]);
      const byScope = Map.groupBy(settings, ({ scope }) => scope);
      const profiles = new Map(full.map((one) => [one.profile.id, one]));
      const global = (byScope.get(scopeOf.global) ?? []).map((setting) => ({ ...setting, scope: 'global' as const }));
      return (session, projectStrategy) => {
        const own = (byScope.get(scopeOf.session(session.id)) ?? []).map((setting) => ({
          ...setting,
          scope: 'session' as const,
        }));
        return decide({ session, projectStrategy, settings: [...own, ...global] }, async (id) => profiles.get(id));
      };
    },
  };
}

function choicesOf(session: Session, levels: Levels, profile: ReadyProfile | null, row: ModelConfig | null): Choices {
  const model = row === null ? OFFLINE_MODEL : limited(modelOf(row), profile);
  const calibration = calibrationOf(row);
  // The offline model counts with this very counter, so its counts are exact.
  const counted = row === null ? 'gpt-4o' : model.id;
  return {
    session,
    levels,
    profile,
    model,
    budget: budgetFor(model, budgetSettings(levels, profile, row === null || isCalibrated(calibration, model.id))),
    count: counterFor(counted, calibration),
    uncalibrated: counterFor(counted),
    calibration,
    value: (name) => choose(levels, name).value,
  };
}

/** A profile may know better than the model's row how large its window is. */
function limited(model: Model, profile: ReadyProfile | null): Model {
  const { contextWindow, maxOutputTokens } = profile?.config ?? {};
  if (contextWindow === undefined && maxOutputTokens === undefined) return model;
  const { maxInput: _outdated, ...rest } = model;
  return {
    ...(contextWindow === undefined ? model : rest),
    window: contextWindow ?? model.window,
    maxOutput: maxOutputTokens ?? model.maxOutput,
  };
}

/** What this store has learnt of a model. */
export function calibrationOf(row: ModelConfig | null): Calibration {
  return row === null ? UNCALIBRATED : { frozen: false, models: { [row.id]: { ratios: row.bills } } };
}

function budgetSettings(levels: Levels, profile: ReadyProfile | null, calibrated: boolean): BudgetSettings {
  const at = (level: 'session' | 'global'): BudgetLevel => ({
    ...optional('soft', levels[level].get('soft')),
    ...optional('hard', levels[level].get('hard')),
    ...optional('retention', levels[level].get('retention')),
    ...optional('answerTokens', levels[level].get('answerTokens')),
  });
  return {
    session: at('session'),
    profile: profile?.config.thresholds ?? {},
    global: at('global'),
    goal: choose(levels, 'goal').value,
    minimum: choose(levels, 'minimum').value,
    floor: choose(levels, 'floor').value,
    calibrated,
  };
}

function optional(name: keyof BudgetLevel, value: Json | undefined): BudgetLevel {
  return value === undefined || value === null ? {} : { [name]: value };
}
