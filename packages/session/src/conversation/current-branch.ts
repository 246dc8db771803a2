import type { SessionId, Store } from '@tenfold/store';
import { scopeOf } from '../settings/levels.ts';

const KEY = 'branch';

/** The branch a session's turns go on. */
export async function currentBranch(store: Store, session: SessionId): Promise<string> {
  const set = await store.settings.get(scopeOf.session(session), KEY);
  return typeof set?.value === 'string' ? set.value : 'main';
}

/** Makes a branch the one that turns go on. */
export async function setCurrentBranch(store: Store, session: SessionId, branch: string, at: number): Promise<void> {
  await store.settings.set({ scope: scopeOf.session(session), key: KEY, value: branch, at });
}
