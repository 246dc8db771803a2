import type { Fold, FoldId, RunId } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** Folds ever made. They are written with the head that activates them (`heads.swap`) and never changed. */
export interface Folds {
  get(session: SessionId, id: FoldId): Promise<Fold>;
  /** In the order they were saved; ids or a run narrow the list. */
  list(session: SessionId, filter?: { ids?: readonly FoldId[]; run?: RunId }): Promise<readonly Fold[]>;
}
