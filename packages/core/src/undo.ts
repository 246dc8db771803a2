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
  for (const fold of going) {
    const cover = rest.find((other) => covers(conversation, other, fold));
    if (cover !== undefined) throw new FoldCovered(fold.id, cover.id);
  }
  return { ...conversation, folds: rest };
}

/** True when span `outer` covers all that `inner` stands for. */
function covers(conversation: Conversation, outer: Fold, inner: Fold): boolean {
  const over = place(conversation, outer);
  const under = place(conversation, inner);
  if (outer.target.kind !== 'span' || over === null || under === null) return false;
  return over[0] <= under[0] && under[1] <= over[1];
}

/** First and last position of a fold's target; null where the transcript does not reach it. */
export function place({ transcript }: Conversation, { target }: Fold): readonly [number, number] | null {
  const at = positionsOf(transcript);
  const from = at.get(target.kind === 'span' ? target.from : target.entry);
  const to = at.get(target.kind === 'span' ? target.to : target.entry);
  return from === undefined || to === undefined ? null : [from, to];
}
