import type { Fold, Head } from '@tenfold/core';
import type { SessionId } from './session.ts';

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
  /** What of it cannot be read, and what stands for it; not there where all is as it was stored. */
  readonly damages?: readonly string[];
}

/** How the branches of a session hang together. */
export interface BranchTree {
  readonly branches: readonly {
    readonly branch: string;
    /** What people call it. */
    readonly label: string | null;
    readonly length: number;
    /** Segment it ends on; null where nothing was said. */
    readonly segment: number | null;
    readonly updatedAt: number;
  }[];
  /** Entries without a fork between them: each begins at a position and follows another, or nothing. Later ones have higher numbers. */
  readonly segments: readonly { readonly segment: number; readonly parent: number | null; readonly from: number }[];
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
