import type { Json } from '@tenfold/core';
import type { Session, Store } from '@tenfold/store';
import { SETTING_KEYS, settingKey } from './setting-key.ts';
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
}

const NONE: ReadonlyMap<string, Json> = new Map();

/** Scope names of the settings table. */
export const scopeOf = {
  global: 'global',
  session: (id: string) => `session:${id}`,
  strategy: (id: string) => `strategy:${id}`,
  profile: (id: string) => `profile:${id}`,
};

/** Reads what is set for a session, its project and everyone. */
export async function readLevels(store: Store, session: Session | null): Promise<Levels> {
  const [mine, project, global] = await Promise.all([
    session === null ? NONE : valuesOf(store, scopeOf.session(session.id)),
    session?.project ? projectValues(store, session.project) : NONE,
    valuesOf(store, scopeOf.global),
  ]);
  const own = session?.strategy ? new Map([...mine, ['strategy', session.strategy]]) : mine;
  return { session: own, project, global };
}

async function projectValues(store: Store, id: string): Promise<ReadonlyMap<string, Json>> {
  const { strategy } = await store.projects.get(id);
  return strategy === null ? NONE : new Map([['strategy', strategy]]);
}

async function valuesOf(store: Store, scope: string): Promise<ReadonlyMap<string, Json>> {
  return new Map((await store.settings.list(scope)).map(({ key, value }) => [key, value]));
}

/** The narrowest usable value of a setting: session > project > global > default. What cannot be used is passed over. */
export function choose(levels: Levels, name: string): Chosen {
  const setting = settingKey(name);
  if (setting === undefined)
    throw new RangeError(`no setting ${name}; there are ${SETTING_KEYS.map(({ key }) => key).join(', ')}`);
  for (const from of ['session', 'project', 'global'] as const) {
    const value = levels[from].get(name);
    if (value === undefined || inherits(value) || setting.problem(value) !== null) continue;
    return { value, from };
  }
  return { value: setting.fallback, from: 'default' };
}

/** Values that leave the choice to the next wider level. */
export function inherits(value: Json | undefined): boolean {
  return value === undefined || value === -1 || value === 'inherit';
}
