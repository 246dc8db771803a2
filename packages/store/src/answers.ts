import type { Usage } from '@tenfold/core';

/** An answer to an ask, kept by the hash of what was asked. */
export interface StoredAnswer {
  readonly hash: string;
  readonly text: string;
  /** Who answered. */
  readonly by: string;
  readonly usage: Usage | null;
  readonly createdAt: number;
}

/** Answers by content hash, so that a retry or a crash never pays twice. */
export interface Answers {
  get(hash: string): Promise<StoredAnswer | null>;
  put(answer: { hash: string; text: string; by: string; usage?: Usage | null; at: number }): Promise<StoredAnswer>;
  /** Drops those older than `before`; answers how many went. */
  prune(before: number): Promise<number>;
}
