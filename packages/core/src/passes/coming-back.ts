import type { Conversation } from '../conversation.ts';
import type { Fold, FoldId } from '../fold.ts';
import type { EntryId } from '../transcript.ts';
import type { View } from '../view.ts';

/** A part that shows its text again once what it refers to is hidden. */
export interface ReturningPart {
  /** Position of the entry it stands in. */
  readonly index: number;
  /** The fold that is shown now. */
  readonly fold: FoldId;
  readonly tokens: number;
}

/** What comes back when an entry is hidden, by the entry: a fold whose origin it is rests, with all that stand on it. */
export function comingBack(view: View, { folds }: Conversation): ReadonlyMap<EntryId, readonly ReturningPart[]> {
  const byId = new Map(folds.map((fold) => [fold.id, fold]));
  const returns = new Map<EntryId, ReturningPart[]>();
  for (const row of view.rows) {
    if (row.kind !== 'entry') continue;
    for (const top of row.folds) {
      for (const fold of stackOf(top, byId)) {
        for (const { entry } of fold.origins ?? []) {
          const there = returns.get(entry) ?? [];
          returns.set(entry, there);
          there.push({ index: row.index, fold: top.id, tokens: fold.before - top.after });
        }
      }
    }
  }
  return returns;
}

/** A fold and those it stands on, the lowest first: the most comes back when that one goes. */
function stackOf(top: Fold, byId: ReadonlyMap<FoldId, Fold>): readonly Fold[] {
  const stack: Fold[] = [];
  for (let fold: Fold | undefined = top; fold !== undefined; fold = fold.over === undefined ? undefined : byId.get(fold.over))
    stack.unshift(fold);
  return stack;
}
