import { isDeepStrictEqual } from 'node:util';
import { type Origin, SETTINGS, type SettingName, type SettingValue } from '@tenfold/contract';
import {
  type AnyStrategy,
  type BudgetLevel,
  type BudgetSettings,
  budgetFor,
  type Calibration,
  type CheckedBudget,
  type Counter,
  counterFor,
  factorOf,
  isCalibrated,
  type Json,
  type Model,
  UNCALIBRATED,
} from '@tenfold/core';
import {
  type FullProfile,
  type ModelConfig,
  type OpenedSession,
  type Session,
  type Setting,
  SHARED,
  type Store,
} from '@tenfold/store';
import { limitsOf, modelOf, OFFLINE_MODEL } from './model-limits.ts';
import type { Keys } from './profile-access.ts';
import { type ReadyProfile, readyProfile, readyWith } from './ready-profile.ts';
import { type Known, settingProblem } from './setting-problem.ts';

/** Everything decided for one session at this moment: a change applies to the next decision. */
export interface Choices {
  readonly session: Session;
  readonly levels: Levels;
  /** Who answers; null for the offline model. */
  readonly profile: ReadyProfile | null;
  readonly model: Model;
  readonly budget: CheckedBudget;
  readonly count: Counter;
  /** Whose tokens it counts. */
  readonly counted: string;
  /** The same before anything was learnt from bills: what calibration compares with. */
  readonly uncalibrated: Counter;
  readonly calibration: Calibration;
  /** What bills of the model come to for each token that is counted. */
  readonly factor: number;
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

/** What was decided, and what of: as long as the same is read, the same is decided. */
export interface Decided {
  readonly set: unknown;
  readonly full: FullProfile;
  /** By which the session's own profile need not be read to be known for the same. */
  readonly mark: string | null;
  readonly choices: Choices;
}

/** The chooser over a store. */
export function createChooser(
  store: Store,
  keys: Keys,
  now: () => number,
  strategies: readonly AnyStrategy[],
  decided: Map<string, Decided>,
): Chooser {
  const made = new WeakMap<FullProfile, Promise<ReadyProfile>>();
  /** A profile is made ready of what was read with it, once for all sessions of a list. */
  const ready = (full: FullProfile) => {
    const known = made.get(full) ?? readyWith(store, keys, full);
    made.set(full, known);
    return known;
  };
  const decide = async (
    found: SessionSettings & { session: Session },
    read = store.profiles.full,
    remembered = decided,
  ): Promise<Choices> => {
    const { session, projectStrategy, settings, profileMark: mark = null } = found;
    const before = remembered.get(session.id);
    const set = [settings, projectStrategy, session.strategy];
    const isSet = before !== undefined && isDeepStrictEqual(before.set, set);
    if (isSet && mark !== null && mark === before.mark) return { ...before.choices, session };
    const levels = isSet ? before.choices.levels : { ...levelsOf(found), known: { strategies } };
    let full: FullProfile | undefined;
    // One that was removed leaves its conversations to the next.
    if (session.profile !== null) [full] = await read(session.profile);
    if (full === undefined) {
      const usual = choose(levels, 'profile').value;
      if (usual !== null) [full] = await read(usual);
      full ??= firstShared(await read());
    }
    if (full === undefined) return choicesOf(session, levels, null, null);
    if (isSet && isDeepStrictEqual(before.full, full)) return { ...before.choices, session };
    const profile = await ready(full);
    const known = full.model?.id === profile.modelId ? full.model : null;
    const choices = choicesOf(session, levels, profile, known ?? (await limitsOf(store, profile.modelId, now())));
    if (known !== null && isOfRowAlone(profile)) remembered.set(session.id, { set, full, mark, choices });
    return choices;
  };
  return {
    strategies,
    profile: async (id) => readyProfile(store, keys, await store.profiles.get(id)),
    async strategyConfig(id) {
      const stored = await store.settings.get(scopeOf.strategy(id), 'config');
      return typeof stored?.value === 'object' && stored.value !== null ? stored.value : {};
    },
    for: decide,
    async forAll() {
      const [settings, full] = await Promise.all([store.settings.list(), store.profiles.full()]);
      const byScope = Map.groupBy(settings, ({ scope }) => scope);
      const profiles = new Map(full.map((one) => [one.profile.id, [one]]));
      const global = (byScope.get(scopeOf.global) ?? []).map((setting) => ({ ...setting, scope: 'global' as const }));
      return (session, projectStrategy) => {
        const own = (byScope.get(scopeOf.session(session.id)) ?? []).map((setting) => ({
          ...setting,
          scope: 'session' as const,
        }));
        const found = { session, projectStrategy, settings: [...own, ...global] };
        return decide(found, async (id) => (id === undefined ? full : (profiles.get(id) ?? [])), new Map());
      };
    },
  };
}

/** Whether nothing but its row decided how a profile is called: hosts that keys of the environment may go to are named elsewhere. */
function isOfRowAlone({ endpoint: { provider, ambient, heldBack } }: ReadyProfile): boolean {
  return provider !== 'vertex' && ambient !== true && heldBack?.from !== 'environment';
}

/** Who answers people who have chosen nobody. */
function firstShared(profiles: readonly FullProfile[]): FullProfile | undefined {
  const shared = profiles.filter(({ profile }) => profile.shared);
  return shared.toSorted((a, b) => a.profile.createdAt - b.profile.createdAt)[0];
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
    counted,
    uncalibrated: counterFor(counted),
    calibration,
    factor: factorOf(calibration, model.id),
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
  return row === null ? UNCALIBRATED : { models: { [row.id]: { ratios: row.bills } } };
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

/** A value in force and where it comes from. */
export interface Chosen<Value = Json> {
  readonly value: Value;
  readonly from: Origin;
}

/** What is set at each level for one session. */
export interface Levels {
  readonly session: ReadonlyMap<string, Json>;
  readonly project: ReadonlyMap<string, Json>;
  readonly global: ReadonlyMap<string, Json>;
  /** Strategies that may be chosen; those of the engine when not given. */
  readonly known?: Known;
}

const NONE: ReadonlyMap<string, Json> = new Map();

/** Scope names of the settings table. */
export const scopeOf = {
  global: 'global',
  session: (id: string) => `session:${id}`,
  strategy: (id: string) => `strategy:${id}`,
};

/** What was read of a session and decides its settings. */
export type SessionSettings = Pick<OpenedSession, 'projectStrategy' | 'settings'> &
  Partial<Pick<OpenedSession, 'profileMark'>> & { readonly session: Session | null };

/** What is set for a session, its project and everyone. */
export function levelsOf({ session, projectStrategy, settings }: SessionSettings): Levels {
  const at = (level: 'session' | 'global') =>
    new Map(settings.flatMap(({ scope, key, value }): [string, Json][] => (scope === level ? [[key, value]] : [])));
  const own = at('session');
  if (session?.strategy) own.set('strategy', session.strategy);
  const project = projectStrategy === null ? NONE : new Map([['strategy', projectStrategy]]);
  return { session: own, project, global: at('global') };
}

/** What is set for all sessions, and for all who share the server: the latter counts. */
export async function globalLevels(store: Store): Promise<Levels> {
  const settings = (await globalSettings(store)).map((setting) => ({ ...setting, scope: 'global' as const }));
  return levelsOf({ session: null, projectStrategy: null, settings });
}

/** The rows of that, in the order of `globalLevels`. */
export async function globalSettings(store: Store): Promise<readonly Setting[]> {
  const rows = await Promise.all([store, store.for(SHARED)].map((each) => each.settings.list(scopeOf.global)));
  return rows.flat();
}

/** The narrowest usable value of a setting: session > project > global > default. What cannot be used is passed over. */
export function choose<Name extends SettingName>(levels: Levels, name: Name): Chosen<SettingValue<Name>> {
  for (const from of ['session', 'project', 'global'] as const) {
    const value = levels[from].get(name);
    if (value !== undefined && isUsable(name, value, levels.known)) return { value, from };
  }
  return { value: SETTINGS[name].fallback as SettingValue<Name>, from: 'default' };
}

/** True for a value of the setting's own kind; −1 and `inherit` leave the choice to the next wider level. */
function isUsable<Name extends SettingName>(
  name: Name,
  value: Json,
  known: Known | undefined,
): value is SettingValue<Name> & Json {
  return value !== -1 && value !== 'inherit' && settingProblem(name, value, known) === null;
}
