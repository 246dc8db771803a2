import { type EntryId, type Fold, type Head, positionsOf } from '@tenfold/core';
import { openContext, type SessionId, type Store, type StoredHead } from '@tenfold/store';

/** A new branch that ends at an entry (null: before the first) and becomes current. What was folded up to there stays folded. */
export async function branchAt(
  store: Store,
  where: { session: SessionId; from: string; parent: EntryId | null; at: number },
): Promise<StoredHead> {
  const { session, from, parent, at } = where;
  const context = await store.contexts.load(session, { branch: from, folds: 'all' });
  const end = parent === null ? -1 : (await store.entries.get(session, parent)).position;
  const positions = positionsOf(openContext(context).transcript);
  const lost = new Set<string>();
  const reaches = ({ target }: Fold) => (positions.get(target.kind === 'span' ? target.to : target.entry) ?? Infinity) <= end;
  for (const fold of context.folds) if (fold.group !== undefined && !reaches(fold)) lost.add(fold.group);
  const folds = context.folds.filter((fold) => reaches(fold) && !(fold.group !== undefined && lost.has(fold.group)));
  const kept = context.head.protected.filter((id) => (positions.get(id) ?? Infinity) <= end);
  const head: Head = { position: parent, folds: folds.map(({ id }) => id), protected: kept, settings: context.head.settings };
  return newBranch(store, { session, head, stem: 'branch', at });
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
