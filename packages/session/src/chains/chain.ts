import type { EntryId, Fold } from '@tenfold/core';
import type { Hidden } from '@tenfold/dialects';
import type { BranchEnd, NewEntry, SessionId } from '@tenfold/store';

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
  /** Folds that failed in a row. */
  failures = 0;
  /** When it was folded last, and looked after last, on a clock that only grows. */
  foldedAt = Number.NEGATIVE_INFINITY;
  checkedAt = Number.NEGATIVE_INFINITY;
  folding: Promise<unknown> | null = null;
  /** Where the answer stands that was recorded last and that its client has not sent back yet. */
  unconfirmed: number | null = null;
  /** What stands for an answer that its client has in other words, until that is in the record. */
  reworded: Hidden | null = null;
  #writes: Promise<void> = Promise.resolve();
  #waiting = 0;
  #batch: Batch | null = null;

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

  /** Whether something of it is not in its record yet. */
  get isWriting(): boolean {
    return this.#waiting > 0;
  }

  /** Does something with its record once what was begun before is done. What fails is for who began it. */
  write<T>(work: () => Promise<T>): Promise<T> {
    this.#batch?.release();
    return this.#next(work);
  }

  /**
   * Has entries written when `due` comes, together with those that are added until then, and before anything else is done with its record.
   * A client sends everything again, so that nothing is lost with what was not written yet.
   */
  append(entries: readonly NewEntry[], due: Promise<unknown>, write: (all: readonly NewEntry[]) => Promise<void>): Promise<void> {
    if (this.#batch !== null) {
      for (const entry of entries) this.#batch.entries.push(entry);
      return this.#batch.done;
    }
    const all = [...entries];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const done = this.#next(async () => {
      await Promise.race([due, released]);
      this.#batch = null;
      await write(all);
    });
    this.#batch = { entries: all, done, release };
    return done;
  }

  /** Resolves once its record holds everything. */
  flush(): Promise<void> {
    this.#batch?.release();
    return this.#writes;
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const done = this.#writes.then(work);
    const settled = () => void this.#waiting--;
    this.#writes = done.then(settled, settled);
    return done;
  }
}

/** Entries that are written together. */
interface Batch {
  readonly entries: NewEntry[];
  readonly done: Promise<void>;
  release(): void;
}
