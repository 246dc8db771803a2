import type { FoldKind } from '@tenfold/core';
import type { ContextStatus } from './contract.ts';

/** A row of exactly what is sent. */
export interface ContextRow {
  readonly row: number;
  readonly kind: 'system' | 'tools' | 'entry' | 'stand-in';
  readonly role: string;
  readonly position?: number;
  readonly entryId?: string;
  readonly foldId?: string;
  readonly covers?: number;
  readonly from?: number;
  readonly to?: number;
  readonly tokens: number;
  readonly was?: number;
  readonly cached: boolean;
  readonly protected: boolean;
  readonly parts: readonly {
    readonly type: string;
    readonly text: string;
    readonly content?: string;
    readonly tokens: number;
    readonly foldId?: string;
    readonly foldKind?: FoldKind;
  }[];
}

/** Exactly what the next request sends. */
export interface ContextPage {
  readonly tokens: number;
  readonly status: ContextStatus;
  readonly cachedUntil: number | null;
  readonly wire: { readonly dialect: string; readonly body: unknown };
  readonly rows: readonly ContextRow[];
}

/** A request that was sent, by the answer that came. */
export interface PastRequest {
  readonly answer: string;
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

/** The messages that were sent for an answer, with the system text and tools of now. */
export interface PastContextPage extends ContextPage {
  readonly request: PastRequest;
  /** True where the system text or the tools are others now: those of now are shown. */
  readonly frameChanged: boolean;
}
