import type { EntryId, FoldId, FoldKind, Json, Role } from '@tenfold/core';
import type { DialectId } from '@tenfold/dialects';
import type { SessionId } from '@tenfold/store';
import type { ContextStatus } from './status.ts';

/** A part of a row, as it is sent. */
export interface ContextPart {
  readonly type: string;
  readonly text: string;
  readonly tokens: number;
  readonly foldId?: FoldId;
  readonly foldKind?: FoldKind;
}

/** One line of what would be sent. */
export interface ContextRow {
  readonly row: number;
  readonly kind: 'system' | 'tools' | 'entry' | 'stand-in';
  readonly role: Role;
  readonly position?: number;
  readonly entryId?: EntryId;
  readonly foldId?: FoldId;
  /** Entries a stand-in stands for, and the first and last position of its target. */
  readonly covers?: number;
  readonly from?: number;
  readonly to?: number;
  readonly tokens: number;
  /** Tokens of what it stands for. */
  readonly was?: number;
  readonly cached: boolean;
  readonly protected: boolean;
  readonly parts: readonly ContextPart[];
}

/** Exactly what would be sent next. */
export interface ContextPage {
  readonly tokens: number;
  readonly status: ContextStatus;
  /** First row that the provider has not cached; null where nothing is. */
  readonly cachedUntil: number | null;
  readonly wire: { readonly dialect: DialectId; readonly body: Json };
  readonly rows: readonly ContextRow[];
}

/** A request that was sent, by the answer that came. */
export interface PastRequest {
  readonly answer: EntryId;
  /** Of the answer. */
  readonly position: number;
  readonly at: number;
  readonly model: string | null;
  /** Counted when it was sent; what was billed beside it. */
  readonly tokens: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cost: number | null;
  readonly aborted?: true;
}

/** Requests that were sent, newest first. */
export interface PastRequests {
  readonly requests: readonly PastRequest[];
  /** Position to go on looking from; null where there is no more. */
  readonly before: number | null;
}

/** What was sent, built again from the record. */
export interface PastContextPage extends ContextPage {
  readonly request: PastRequest;
  /** True where the system text or the tools are others now: those of now are shown. */
  readonly frameChanged: boolean;
}

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
