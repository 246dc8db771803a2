import type { Json } from '@tenfold/core';
import type { SessionId, Store } from '@tenfold/store';
import { scopeOf } from '../settings/levels.ts';

const KEY = 'branch';

/** The branch a session's turns go on. */
export async function currentBranch(store: Store, session: SessionId): Promise<string> {
  const set = await store.settings.get(scopeOf.session(session), KEY);
  return typeof set?.value === 'string' ? set.value : 'main';
}

/** The same where a session's own settings have been read. */
export function branchIn(settings: ReadonlyMap<string, Json>): string {
  const set = settings.get(KEY);
  return typeof set === 'string' ? set : 'main';
}

/** Makes a branch the one that turns go on. */
export async function setCurrentBranch(store: Store, session: SessionId, branch: string, at: number): Promise<void> {
  await store.settings.set({ scope: scopeOf.session(session), key: KEY, value: branch, at });
}
