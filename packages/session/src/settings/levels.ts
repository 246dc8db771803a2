import { type Origin, SETTINGS, type SettingName, type SettingValue } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import type { OpenedSession, Session, Store } from '@tenfold/store';
import { type Known, settingProblem } from './setting-problem.ts';

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
export type SessionSettings = Pick<OpenedSession, 'projectStrategy' | 'settings'> & { readonly session: Session | null };

/** What is set for a session, its project and everyone. */
export function levelsOf({ session, projectStrategy, settings }: SessionSettings): Levels {
  const at = (level: 'session' | 'global') =>
    new Map(settings.flatMap(({ scope, key, value }): [string, Json][] => (scope === level ? [[key, value]] : [])));
  const own = at('session');
  if (session?.strategy) own.set('strategy', session.strategy);
  const project = projectStrategy === null ? NONE : new Map([['strategy', projectStrategy]]);
  return { session: own, project, global: at('global') };
}

/** What is set for everyone. */
export async function globalLevels(store: Store): Promise<Levels> {
  const settings = (await store.settings.list(scopeOf.global)).map((setting) => ({ ...setting, scope: 'global' as const }));
  return levelsOf({ session: null, projectStrategy: null, settings });
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
