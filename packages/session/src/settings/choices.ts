import {
  type BudgetLevel,
  type BudgetSettings,
  budgetFor,
  type Calibration,
  type CheckedBudget,
  type Counter,
  counterFor,
  type Json,
  type Model,
  UNCALIBRATED,
} from '@tenfold/core';
import { type ModelConfig, NotFound, type Session, type Store } from '@tenfold/store';
import { choose, type Levels, readLevels, scopeOf } from './levels.ts';
import { limitsOf, modelOf, OFFLINE_MODEL } from './model-limits.ts';
import { type Keys, type ReadyProfile, readyProfile } from './ready-profile.ts';

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
  value(name: string): Json;
}

/** Makes the choices of sessions. */
export interface Chooser {
  for(session: Session): Promise<Choices>;
  profile(id: string): Promise<ReadyProfile>;
  /** The stored config of a strategy, given its id. */
  strategyConfig(id: string): Promise<object>;
}

/** The chooser over a store. */
export function chooserOn(store: Store, keys: Keys, now: () => number): Chooser {
  const profile = async (id: string) => readyProfile(store, keys, await store.profiles.get(id));
  return {
    profile,
    async strategyConfig(id) {
      const stored = await store.settings.get(scopeOf.strategy(id), 'config');
      return typeof stored?.value === 'object' && stored.value !== null ? stored.value : {};
    },
    async for(session) {
      const levels = await readLevels(store, session);
      const ready = await firstThere(profile, [session.profile, choose(levels, 'profile').value as string | null]);
      const row = ready === null ? null : await limitsOf(store, ready.modelId, now());
      return choicesOf(session, levels, ready, row);
    },
  };
}

/** The first profile that is there: one that was removed leaves its conversations to the next. */
async function firstThere(
  profile: (id: string) => Promise<ReadyProfile>,
  wanted: readonly (string | null)[],
): Promise<ReadyProfile | null> {
  for (const id of wanted) {
    if (id === null) continue;
    try {
      return await profile(id);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }
  return null;
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
    budget: budgetFor(model, budgetSettings(levels, profile, row === null || (row.samples > 0 && row.factor !== null))),
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
  if (row === null || row.factor === null) return UNCALIBRATED;
  return { frozen: false, models: { [row.id]: { factor: row.factor, bills: row.samples } } };
}

function budgetSettings(levels: Levels, profile: ReadyProfile | null, calibrated: boolean): BudgetSettings {
  const at = (level: 'session' | 'global'): BudgetLevel => ({
    ...optional('soft', levels[level].get('soft')),
    ...optional('hard', levels[level].get('hard')),
    ...optional('retention', levels[level].get('retention')),
  });
  return {
    session: at('session'),
    profile: profile?.config.thresholds ?? {},
    global: at('global'),
    goal: choose(levels, 'goal').value as number,
    minimum: choose(levels, 'minimum').value as number,
    floor: choose(levels, 'floor').value as number,
    calibrated,
  };
}

function optional(name: keyof BudgetLevel, value: Json | undefined): BudgetLevel {
  return value === undefined || value === null ? {} : { [name]: value };
}
