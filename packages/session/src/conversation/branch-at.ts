import { type EntryId, type Head, positionsOf } from '@tenfold/core';
import { openContext, type SessionId, type Store, type StoredHead } from '@tenfold/store';

/** A new branch that ends at an entry (null: before the first) and becomes current. What was folded up to there stays folded. */
export async function branchAt(
  store: Store,
  where: { session: SessionId; from: string; parent: EntryId | null; at: number },
): Promise<StoredHead> {
  const { session, from, parent, at } = where;
  const { head } = await store.heads.get(session, from);
  // Where the entry is of another branch, so is what lies before it.
  const context = await store.contexts.loadHead(session, { ...head, position: parent }, { folds: 'all' });
  const there = new Set(context.folds.map(({ id }) => id));
  const lost = new Set(
    (await store.folds.list(session, { ids: head.folds.filter((id) => !there.has(id)) })).map(({ group }) => group),
  );
  const folds = context.folds.filter(({ group }) => group === undefined || !lost.has(group)).map(({ id }) => id);
  const positions = positionsOf(openContext(context).transcript);
  const kept = head.protected.filter((id) => positions.has(id));
  return newBranch(store, { session, head: { ...context.head, folds, protected: kept }, stem: 'branch', at });
}

/** Gives a head a name of its own and makes it current. */
export async function newBranch(
  store: Store,
  { session, head, stem, at }: { session: SessionId; head: Head; stem: string; at: number },
): Promise<StoredHead> {
  return store.transaction(session, async (unit) => {
    const taken = new Set((await unit.heads.list(session)).map(({ branch }) => branch));
    let number = taken.size + 1;
    while (taken.has(`${stem}-${number}`)) number++;
    const made = await unit.heads.create({ session, branch: `${stem}-${number}`, head, at });
    await unit.sessions.switchTo(session, made.branch);
    return made;
  });
}
