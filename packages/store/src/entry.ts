import type { Entry, EntryId, Message } from '@tenfold/core';
import type { StoredHead } from './head.ts';
import type { PendingId } from './pending-answer.ts';
import type { SessionId } from './session.ts';

/** What a model billed for a message and what was counted locally; null where unknown. */
export interface EntryTokens {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly countedTokens: number | null;
}

/** An entry with its place. `id` is the SHA-256 of its parent's id and the message's identity. */
export interface StoredEntry extends Entry, EntryTokens {
  readonly session: SessionId;
  readonly parent: EntryId | null;
  /** 0-based place on its chain: what core calls its position. */
  readonly position: number;
  /** 1-based order of storing within the session, over all branches, without gaps. */
  readonly sequence: number;
  readonly createdAt: number;
}

/** A message to append. */
export interface NewEntry extends Partial<EntryTokens> {
  readonly message: Message;
}

/** Messages for the end of a branch. */
export interface AppendRequest {
  readonly session: SessionId;
  /** Default `main`. */
  readonly branch?: string;
  readonly entries: readonly NewEntry[];
  /** Idempotency key, unique in the session: repeated, it answers with the entries of the first time. */
  readonly key?: string;
  /** Head version the caller read. Absent: append behind whatever is there. */
  readonly expect?: number;
  /** Streaming answer this append completes: its row goes in the same transaction. */
  readonly pending?: PendingId;
  readonly at: number;
}

/** What an append did. Once it resolves, the entries are on disk. */
export interface Appended {
  readonly entries: readonly StoredEntry[];
  readonly head: StoredHead;
  /** True when the key was known and nothing was written. */
  readonly repeated: boolean;
}
