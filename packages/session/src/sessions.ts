import type {
  Branch,
  ClientMessage,
  Entry,
  EntryPage,
  KeptText,
  MiniStatus,
  NewSession,
  PartFold,
  Session,
  SessionPatch,
} from '@tenfold/contract';
import type { EntryId, Message } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';

export type { Branch, ClientMessage, EntryPage, KeptText, MiniStatus, NewSession, PartFold, Session, SessionPatch };
/** What the API calls `Entry`. */
export type EntryView = Entry;

/** Which sessions are listed, and how many at a time. */
export interface SessionQuery {
  /** In the title or the last message. */
  readonly q?: string;
  readonly archived?: boolean;
  readonly projectId?: string;
  /** How full each is. */
  readonly status?: boolean;
  /** `next` of the page before. */
  readonly before?: number;
  /** 50 unless said otherwise, at most 500. */
  readonly limit?: number;
}

/** A page of sessions, most recently used first, and where the next one begins. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  readonly next: number | null;
}

/** Sessions, their record and their branches. */
export interface Sessions {
  list(filter?: SessionQuery): Promise<SessionPage>;
  create(session: NewSession): Promise<Session>;
  get(id: SessionId): Promise<Session>;
  update(id: SessionId, patch: SessionPatch): Promise<Session>;
  remove(id: SessionId): Promise<void>;
  entries(id: SessionId, page?: { before?: number; limit?: number; branch?: string }): Promise<EntryPage>;
  /** Appends without a model call. With `expect`, a head that moved is a conflict and the text is kept as a revision. */
  append(
    id: SessionId,
    request: {
      messages: readonly (ClientMessage | Message)[];
      idempotencyKey?: string;
      expect?: number;
      branch?: string;
      actor?: string;
    },
  ): Promise<{ readonly entries: readonly EntryView[]; readonly version: number }>;
  /** What losing writers wanted to append, newest first, until it is dropped. */
  /** Which of these idempotency keys have their messages in the record. */
  appended(id: SessionId, keys: readonly string[]): Promise<readonly string[]>;
  revisions(id: SessionId): Promise<readonly KeptText[]>;
  dropRevision(id: SessionId, revision: string): Promise<void>;
  branches(id: SessionId): Promise<readonly Branch[]>;
  /** Makes another branch the current one. */
  switchBranch(id: SessionId, branch: string, actor?: string): Promise<Session>;
  protect(id: SessionId, entry: EntryId, value: boolean, actor?: string): Promise<{ readonly version: number }>;
}
