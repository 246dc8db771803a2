import type { Json } from '@tenfold/core';
import type { OpenedSession, Session, Store } from '@tenfold/store';
import { type Known, SETTING_KEYS, settingKey } from './setting-key.ts';
import type { Origin } from './settings.ts';

/** A value in force and where it comes from. */
export interface Chosen {
  readonly value: Json;
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
  profile: (id: string) => `profile:${id}`,
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
export function choose(levels: Levels, name: string): Chosen {
  const setting = settingKey(name);
  if (setting === undefined)
    throw new RangeError(`no setting ${name}; there are ${SETTING_KEYS.map(({ key }) => key).join(', ')}`);
  for (const from of ['session', 'project', 'global'] as const) {
    const value = levels[from].get(name);
    if (value === undefined || inherits(value) || setting.problem(value, levels.known) !== null) continue;
    return { value, from };
  }
  return { value: setting.fallback, from: 'default' };
}

/** Values that leave the choice to the next wider level. */
export function inherits(value: Json | undefined): boolean {
  return value === undefined || value === -1 || value === 'inherit';
}
