import type { Entry, EntryId, Message } from '@tenfold/core';
import type { NewEvent } from './events.ts';
import type { StoredHead } from './head.ts';
import type { BranchEnd } from './opened-session.ts';
import type { PendingAnswer } from './pending-answer.ts';
import type { SessionId, Used } from './session.ts';

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
  /** When it was said, where that is not when it is appended. */
  readonly at?: number;
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
  /** Entry the caller goes behind, null for none: where the branch ends elsewhere by now it is refused, and nothing is kept of it. */
  readonly behind?: EntryId | null;
  /** Streaming answer this append completes: its row goes in the same transaction. `LeaseLost` where the lease has it no more. */
  readonly pending?: Pick<PendingAnswer, 'id' | 'lease'>;
  /** The end of the branch as the caller knows it: where it still is so, nothing is read before it is written. */
  readonly end?: BranchEnd;
  /**
   * Answer that is on its way from now on: its row comes in the same transaction. Where `pending` is an answer, the turn goes on;
   * otherwise it takes the session's turn. `TurnTaken` while another lease has that, or has a message in line before `pending`.
   */
  readonly begins?: Pick<PendingAnswer, 'id' | 'lease' | 'facts'>;
  /** Title of a session that has none yet. */
  readonly title?: string;
  /** What is written alongside the entries, in the same transaction. Given what is being written; called again where that changes. */
  alongside?(appended: Pick<Appended, 'head'> & { readonly entries: readonly UnstoredEntry[] }): WrittenAlongside;
  /** False for what its writer can bring again: see `WriteOptions`. */
  readonly flushed?: boolean;
  readonly at: number;
}

/** An entry whose place in the order of storing is not known yet. */
export type UnstoredEntry = Omit<StoredEntry, 'sequence'>;

/** What is written of an append beside its entries. */
export interface WrittenAlongside {
  /** What its head is counted at. */
  readonly used?: Used;
  readonly events: readonly NewEvent[];
}

/** What an append did. Once it resolves, the entries are on disk. */
export interface Appended {
  readonly entries: readonly StoredEntry[];
  readonly head: StoredHead;
  readonly end: BranchEnd;
  /** True when the key was known and nothing was written. */
  readonly repeated: boolean;
}
