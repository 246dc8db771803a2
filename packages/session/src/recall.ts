import type { EntryId, Role } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';

/** A passage of the record that matches, folded or not. */
export interface SearchHit {
  readonly sessionId: SessionId;
  readonly title: string;
  readonly entryId: EntryId;
  readonly position: number;
  readonly role: Role;
  /** The passage, matches between « and ». */
  readonly snippet: string;
  /** False when the model does not see it any more. */
  readonly inContext: boolean;
}

/** Getting text back, whether it is folded or not. */
export interface Recall {
  /** Passages with all words; of one session where it is named. */
  search(text: string, filter?: { session?: SessionId; limit?: number }): Promise<readonly SearchHit[]>;
  /** The best passages with any of the words, as text for a model. */
  recall(session: SessionId, query: string, limit?: number): Promise<string>;
  /** What a fold stands for, as text for a model. */
  expand(session: SessionId, fold: string): Promise<string>;
}
