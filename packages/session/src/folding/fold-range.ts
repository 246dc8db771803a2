import type { FoldReach } from '@tenfold/contract';
import { type EntryId, type Fold, type Outcome, positionsOf } from '@tenfold/core';
import { createYield, type SessionId, type Store, type StoredEntry } from '@tenfold/store';

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

/** How far the folds of a run reach, in their order, others having their turn where they are many. */
export async function reachesOf({ folds, conversation }: Pick<Outcome, 'folds' | 'conversation'>): Promise<readonly FoldReach[]> {
  const at = positionsOf(conversation.transcript);
  const yieldToOthers = createYield();
  const reaches: FoldReach[] = [];
  for (const fold of folds) {
    const { kind, before, after } = fold;
    reaches.push({ kind, ...rangeOf(at, fold), before, after });
    await yieldToOthers();
  }
  return reaches;
}

/** Position a run's divider stands before: that of the first entry after the last one it covers. */
export function dividerAt(reaches: readonly FoldReach[]): number {
  return reaches.reduce((last, { to }) => Math.max(last, to), -1) + 1;
}
