import type { EntryId, FoldId, FoldKind, JsonObject, Level, Message, Part, Role } from '@tenfold/core';
import type { SessionId, SessionKind } from '@tenfold/store';

/** How full a session is, in one line of a list. */
export interface MiniStatus {
  readonly used: number;
  readonly room: number;
  readonly percent: number;
  readonly level: Level;
}

/** A conversation as it is listed. */
export interface Session {
  readonly id: SessionId;
  readonly title: string;
  readonly kind: SessionKind;
  readonly projectId: string | null;
  readonly profileId: string | null;
  readonly strategy: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  readonly entries: number;
  readonly checkpoints: number;
  readonly lastMessage: string | null;
  /** Branch that is current: turns go on there. */
  readonly branch: string;
  readonly version: number;
  readonly status?: MiniStatus;
}

/** A fold on one part of an entry. */
export interface PartFold {
  readonly foldId: FoldId;
  readonly index: number;
  readonly kind: FoldKind;
  readonly text: string;
}

/** An entry as people see it, whether the model still does or not. */
export interface EntryView {
  readonly id: EntryId;
  readonly position: number;
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly createdAt: number;
  readonly protected: boolean;
  /** Span that covers it in the current view. */
  readonly foldedBy: FoldId | null;
  readonly partFolds: readonly PartFold[];
  readonly tokens: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The answer was stopped or cut. */
  readonly aborted?: true;
  readonly model?: string;
}

/** A stretch of a session's record, oldest first. */
export interface EntryPage {
  readonly entries: readonly EntryView[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** A named head. */
export interface Branch {
  readonly name: string;
  readonly current: boolean;
  readonly entries: number;
  readonly updatedAt: number;
}

/** What a new session may say. */
export interface NewSession {
  readonly title?: string;
  readonly kind?: SessionKind;
  readonly projectId?: string | null;
  readonly profileId?: string | null;
  readonly strategy?: string | null;
}

/** Fields of a session that may change; an absent one stays. A setting of null goes back to what it inherits. */
export interface SessionPatch {
  readonly title?: string;
  readonly archived?: boolean;
  /** Moves it into a project; null takes it out of one. */
  readonly projectId?: string | null;
  readonly profileId?: string | null;
  readonly strategy?: string | null;
  readonly settings?: JsonObject;
  readonly expect?: number;
}

/** A message as a client writes it. */
export interface ClientMessage {
  readonly role: Role;
  readonly text?: string;
  readonly parts?: readonly Part[];
}

/** Text that came too late for the place it was written for, and was kept. */
export interface KeptText {
  readonly id: string;
  readonly branch: string;
  readonly messages: readonly { readonly role: Role; readonly parts: readonly Part[] }[];
  readonly createdAt: number;
}

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
