import { type Breaker, closedBreaker, type EntryId, type Fold } from '@tenfold/core';
import type { Hidden } from '@tenfold/dialects';
import type { BranchEnd, SessionId } from '@tenfold/store';

/** A branch of a session that a client goes on sending, as this process knows it. */
export class Chain {
  readonly session: SessionId;
  readonly branch: string;
  /** Names the system text it opened under. */
  readonly frame: string;
  /** Ids of its entries, those being written included. */
  readonly ids: EntryId[];
  /** Whether `recall` is offered in it, from its first request on: tools that come later break what is cached. */
  readonly recalls: boolean;
  /** What its client was not shown, by the first message it has instead. */
  readonly hidden = new Map<EntryId, Hidden>();
  folds: readonly Fold[] = [];
  protected: ReadonlySet<EntryId> = new Set();
  /** Version of its head, as last seen; null before it was written. */
  version: number | null = null;
  end: BranchEnd | undefined;
  /** What thinking was made on that was made on a folded view, by entry. */
  readonly prefixes = new Map<EntryId, string>();
  breaker: Breaker = closedBreaker;
  /** When it was folded last, and looked after last, on a clock that only grows. */
  foldedAt = Number.NEGATIVE_INFINITY;
  checkedAt = Number.NEGATIVE_INFINITY;
  folding: Promise<void> | null = null;
  /** Where the answer stands that was recorded last and that its client has not sent back yet. */
  unconfirmed: number | null = null;
  #writes: Promise<void> = Promise.resolve();

  constructor(session: SessionId, branch: string, frame: string, ids: readonly EntryId[], recalls: boolean) {
    this.session = session;
    this.branch = branch;
    this.frame = frame;
    this.ids = [...ids];
    this.recalls = recalls;
  }

  get tip(): EntryId | null {
    return this.ids.at(-1) ?? null;
  }

  /** Does something with its record once what was begun before is done. What fails is for who began it. */
  write<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#writes.then(work);
    this.#writes = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  get written(): Promise<void> {
    return this.#writes;
  }
}
