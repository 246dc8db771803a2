import type { EntryId } from '@tenfold/core';

/** How a fold is asked for by hand. */
export interface FoldRequest {
  readonly strategy?: string;
  readonly preset?: string;
  readonly config?: object;
  /** Tokens to come down to. */
  readonly target?: number;
  /** Fold nothing behind this entry. */
  readonly upTo?: EntryId;
  /** Tokens of recent messages to keep as they are. */
  readonly retainTokens?: number;
  /** Run below the floor and below the goal too. Never lifts the 30 s or a running fold. */
  readonly force?: boolean;
  readonly fast?: boolean;
  readonly actor?: string;
}
