import type { ContextPage, ContextPart, ContextRow, PastContextPage, PastRequest, PastRequests } from '@tenfold/contract';
import type { EntryId } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { ContextStatus } from './status.ts';

export type { ContextPage, ContextPart, ContextRow, PastContextPage, PastRequest, PastRequests };

/** What the model sees, and how full that is. */
export interface Contexts {
  /** With what is being typed, where it is given. */
  status(session: SessionId, draft?: string): Promise<ContextStatus>;
  context(session: SessionId): Promise<ContextPage>;
  /** The requests sent on the current branch, as far as their answers remember them. */
  requests(session: SessionId, options?: { before?: number }): Promise<PastRequests>;
  /** The messages that were sent for an answer, with the system text and tools of now. */
  sentFor(session: SessionId, answer: EntryId): Promise<PastContextPage>;
  /** Shows a made-up conversation, so that the first real one does not wait for code that never ran. For who serves others. */
  warmUp(): Promise<void>;
}
