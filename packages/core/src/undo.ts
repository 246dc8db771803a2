import { type Conversation, positionsOf } from './conversation.ts';
import type { Fold, FoldId, RunId } from './fold.ts';

/** A fold cannot be dropped while a newer one covers it: that one must go first. */
export class FoldCovered extends Error {
  override readonly name = 'FoldCovered';
  readonly fold: FoldId;
  readonly cover: FoldId;
  constructor(fold: FoldId, cover: FoldId) {
    super(`Fold ${fold} is covered by the newer fold ${cover}. Nothing was changed; undo ${cover} first.`);
    this.fold = fold;
    this.cover = cover;
  }
}

/** There is no active fold or run of that name. */
export class NoSuchFold extends Error {
  override readonly name = 'NoSuchFold';
  readonly id: string;
  constructor(id: string) {
    super(`No active fold or run is named ${id}. Nothing was changed.`);
    this.id = id;
  }
}

/** Undo: the conversation without all folds of one run. Later messages and other runs stay. */
export function undoRun(conversation: Conversation, run: RunId): Conversation {
  return drop(
    conversation,
    conversation.folds.filter((fold) => fold.run === run),
    run,
  );
}

/** Peel: the conversation without one fold and those that stand or fall with it. */
export function peel(conversation: Conversation, id: FoldId): Conversation {
  const fold = conversation.folds.find((candidate) => candidate.id === id);
  const going = conversation.folds.filter(
    (other) => other.id === id || (fold?.group !== undefined && other.group === fold.group),
  );
  return drop(conversation, going, id);
}

function drop(conversation: Conversation, going: readonly Fold[], name: string): Conversation {
  if (going.length === 0) throw new NoSuchFold(name);
  const gone = new Set(going);
  const rest = conversation.folds.filter((fold) => !gone.has(fold));
  const cover = firstCover(conversation, gone);
  if (cover !== null) throw new FoldCovered(cover.fold.id, cover.by.id);
  return { ...conversation, folds: rest };
}

/** The first fold to go that a newer span, which is to stay, covers. */
function firstCover(conversation: Conversation, gone: ReadonlySet<Fold>): { fold: Fold; by: Fold } | null {
  const newer: { fold: Fold; from: number; to: number }[] = [];
  for (const fold of conversation.folds.toReversed()) {
    const at = place(conversation, fold);
    if (at === null) continue;
    if (!gone.has(fold)) {
      if (fold.target.kind === 'span') newer.push({ fold, from: at[0], to: at[1] });
      continue;
    }
    const by = newer.find(({ from, to }) => from <= at[0] && at[1] <= to);
    if (by !== undefined) return { fold, by: by.fold };
  }
  return null;
}

/** First and last position of a fold's target; null where the transcript does not reach it. */
export function place({ transcript }: Conversation, { target }: Pick<Fold, 'target'>): readonly [number, number] | null {
  const at = positionsOf(transcript);
  const from = at.get(target.kind === 'span' ? target.from : target.entry);
  const to = at.get(target.kind === 'span' ? target.to : target.entry);
  return from === undefined || to === undefined ? null : [from, to];
}
