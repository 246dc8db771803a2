import type { ClientAttachment } from '@tenfold/contract';
import type { EntryId, Part } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { QueuedMessage } from './queued-message.ts';
import type { TurnEvent } from './turn-event.ts';

export type { ClientAttachment };

/** What a user says, and how. */
export interface TurnRequest {
  readonly text?: string;
  readonly parts?: readonly Part[];
  readonly attachments?: readonly ClientAttachment[];
  /** Entry the message is to follow: a new branch from there. Null starts over before the first. */
  readonly parent?: EntryId | null;
  /** Answer again: the latest user message, or the entry `parent` names. Nothing is said anew. */
  readonly regenerate?: boolean;
  readonly idempotencyKey?: string;
  /** What to do where the context is full and `onFailure` is `ask`. */
  readonly overflow?: 'retry' | 'truncate' | 'send-anyway';
  /** Head version the client saw. */
  readonly expect?: number;
  /** Who asks, so that other tabs can tell it was not them. */
  readonly actor?: string;
}

/** Turns of conversation. */
export interface Turns {
  /**
   * Takes a turn. Nothing is thrown: a turn that fails ends with an `error` and `done`. Leaving the loop early, or
   * aborting `signal`, stops the turn; what has come by then is kept.
   */
  send(session: SessionId, request: TurnRequest, signal?: AbortSignal): AsyncIterable<TurnEvent>;
  /** Joins the turn under way: what it has said so far, then the rest; null when there is none. Leaving the loop leaves the turn alone. */
  follow(session: SessionId): AsyncIterable<TurnEvent> | null;
  /** Messages that are not in the record yet, the first in line first. */
  queue(session: SessionId): Promise<readonly QueuedMessage[]>;
  /** Takes a message out of the line, or drops one that was left. Refused once its turn has begun. */
  withdraw(session: SessionId, message: string): Promise<QueuedMessage>;
  /** Stops the turn under way; false when there is none. */
  stop(session: SessionId): Promise<boolean>;
}
