import type { Fold, FoldId } from '@tenfold/core';
import { Conflict, type Context, type SessionId, type Store, type StoredHead } from '@tenfold/store';
import { forgetRevision } from '../conversation/change-head.ts';

/** A finished run, ready to take effect. */
export interface Finished {
  readonly session: SessionId;
  readonly branch: string;
  /** What it was prepared on. */
  readonly base: Context;
  /** Folds of the base that give way to the new ones. */
  readonly dropped: ReadonlySet<FoldId>;
  readonly folds: readonly Fold[];
  readonly at: number;
}

/** Appends go on while a run is put into force: each of them makes a try void. */
const TRIES = 50;

/**
 * Puts the folds of a run into force if what they were prepared on still stands: messages that came meanwhile stay as they
 * are behind it. Null when other folds came or went, or the branch went elsewhere: the result is stale.
 */
export async function swapIn(store: Store, run: Finished): Promise<StoredHead | null> {
  for (let left = TRIES; ; left--) {
    const current = await store.heads.get(run.session, run.branch);
    if (!(await standsOn(store, run, current))) return null;
    const { head, version } = current;
    const folds = [...head.folds.filter((id) => !run.dropped.has(id)), ...run.folds.map(({ id }) => id)];
    try {
      return await store.heads.swap({
        session: run.session,
        branch: run.branch,
        expect: version,
        head: { ...head, folds },
        folds: run.folds,
        at: run.at,
      });
    } catch (error) {
      if (!(error instanceof Conflict) || left <= 1) throw error;
      await forgetRevision(store, run.session, error);
    }
  }
}

async function standsOn(store: Store, { session, base }: Finished, current: StoredHead): Promise<boolean> {
  const { folds, position } = base.head;
  if (current.length < base.length || current.head.position === null || position === null) return false;
  if (folds.length !== current.head.folds.length || folds.some((id, index) => id !== current.head.folds[index])) return false;
  if (current.head.position === position) return true;
  const [there] = await store.entries.range(session, current.head.position, base.length - 1, base.length - 1);
  return there?.id === position;
}
