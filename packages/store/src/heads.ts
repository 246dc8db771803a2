import type { Fold, Head } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** A named head and the version that compare-and-swap goes by. */
export interface StoredHead {
  readonly session: SessionId;
  readonly branch: string;
  /** Goes up by one with every write. */
  readonly version: number;
  readonly head: Head;
  /** Entries on the chain that ends at its position. */
  readonly length: number;
  readonly updatedAt: number;
}

/** A new head for a branch. */
export interface SwapRequest {
  readonly session: SessionId;
  /** Default `main`. */
  readonly branch?: string;
  /** Version the caller read. */
  readonly expect: number;
  readonly head: Head;
  /** Folds saved in the same transaction; all that `head` names must then exist. */
  readonly folds?: readonly Fold[];
  readonly at: number;
}

/** What is active, by branch. Every session has `main`. */
export interface Heads {
  /** Branch `main` when none is named. */
  get(session: SessionId, branch?: string): Promise<StoredHead>;
  list(session: SessionId): Promise<readonly StoredHead[]>;
  /** Compare-and-swap. Of two that read the same version one wins; the other gets a `Conflict` and its head is kept as a revision. */
  swap(request: SwapRequest): Promise<StoredHead>;
  /** A new branch from a head. A taken name is a `Conflict`. */
  create(branch: { session: SessionId; branch: string; head: Head; at: number }): Promise<StoredHead>;
  /** Drops the name; entries and folds stay. `main` cannot be dropped. */
  remove(session: SessionId, branch: string): Promise<void>;
}
