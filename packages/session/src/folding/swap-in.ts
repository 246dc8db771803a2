import type { Fold, FoldId } from '@tenfold/core';
import type { Context, SessionId, Store, StoredHead } from '@tenfold/store';

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

/**
 * Puts the folds of a run into force if what they were prepared on still stands: messages that came meanwhile stay as they
 * are behind it. Null when other folds came or went, or the branch went elsewhere: the result is stale. It is called within a
 * transaction, so that nobody writes between the look and the swap.
 */
export async function swapIn(store: Store, run: Finished): Promise<StoredHead | null> {
  const { session, branch, at } = run;
  const current = await store.heads.get(session, branch);
  if (!(await standsOn(store, run, current))) return null;
  const { head, version } = current;
  const gone = new Set([...run.dropped, ...run.base.setAside]);
  const folds = [...head.folds.filter((id) => !gone.has(id)), ...run.folds.map(({ id }) => id)];
  return store.heads.swap({ session, branch, expect: version, head: { ...head, folds }, folds: run.folds, at });
}

async function standsOn(store: Store, { session, base }: Finished, current: StoredHead): Promise<boolean> {
  const { folds, position } = base.head;
  if (current.length < base.length || current.head.position === null || position === null) return false;
  if (folds.length !== current.head.folds.length || folds.some((id, index) => id !== current.head.folds[index])) return false;
  if (current.head.position === position) return true;
  const [there] = await store.entries.range(session, current.head.position, base.length - 1, base.length - 1);
  return there?.id === position;
}
