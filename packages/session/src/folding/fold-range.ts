import type { Run } from '@tenfold/contract';
import { type EntryId, type Fold, type Outcome, positionsOf } from '@tenfold/core';
import type { SessionId, Store, StoredEntry } from '@tenfold/store';

type Targeted = Pick<Fold, 'target'>;

/** The first and the last entry a fold stands for. */
function endsOf({ target }: Targeted): readonly [first: EntryId, last: EntryId] {
  return target.kind === 'span' ? [target.from, target.to] : [target.entry, target.entry];
}

/** Their positions; none where the fold is not of this transcript. */
export function rangeOf(at: ReadonlyMap<EntryId, number>, fold: Targeted): { readonly from: number; readonly to: number } {
  const [first, last] = endsOf(fold);
  return { from: at.get(first) ?? 0, to: at.get(last) ?? -1 };
}

/** The entries a fold stands for, the last `max` of them. */
export async function entriesOf(
  { entries }: Pick<Store, 'entries'>,
  session: SessionId,
  fold: Targeted,
  max = Number.POSITIVE_INFINITY,
): Promise<readonly StoredEntry[]> {
  const [first, last] = endsOf(fold);
  const from = (await entries.get(session, first)).position;
  const to = (await entries.get(session, last)).position;
  return entries.range(session, last, Math.max(from, to - max + 1), to);
}

/** The folds of a run with the positions of their targets. */
export function reachesOf({ folds, conversation }: Pick<Outcome, 'folds' | 'conversation'>): Run['folds'] {
  const at = positionsOf(conversation.transcript);
  return folds.map((fold) => {
    const { id, kind, before, after } = fold;
    return { id, kind, ...rangeOf(at, fold), before, after };
  });
}

/** Position a run's divider stands before: that of the first entry after the last one it covers. */
export function dividerAt(folds: Run['folds']): number {
  return folds.reduce((last, { to }) => Math.max(last, to), -1) + 1;
}
