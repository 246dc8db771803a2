import type { ProjectId } from './project.ts';

/** Names a session. */
export type SessionId = string;

/** `project` and `knowledge-officer` sessions belong to a project and go with it; `chat` stays until removed by hand. */
export type SessionKind = 'chat' | 'project' | 'knowledge-officer';

/** A conversation as it is listed. Its content hangs off its heads. */
export interface Session {
  readonly id: SessionId;
  readonly kind: SessionKind;
  readonly project: ProjectId | null;
  readonly title: string;
  /** Profile its turns use, null for the default one. */
  readonly profile: string | null;
  /** Strategy chosen for it, null where it inherits. */
  readonly strategy: string | null;
  readonly version: number;
  readonly createdAt: number;
  /** When something was last said in it; a new name or place is no use of it. */
  readonly updatedAt: number;
  readonly archivedAt: number | null;
  /** Since when it stays on top of the list. */
  readonly pinnedAt: number | null;
  /** Branch that turns go on. */
  readonly branch: string;
}

/** A session with what a picker shows. */
export interface ListedSession extends Session {
  /** Entries stored, on all branches. */
  readonly entries: number;
  readonly checkpoints: number;
  /** Entries on its current branch, and how many tokens their context has. */
  readonly length: number;
  readonly used: Used | null;
  /** Strategy of its project. */
  readonly projectStrategy: string | null;
  /** Beginning of the message stored last, at most 200 characters; null before the first. */
  readonly lastMessage: string | null;
  /** Grows with every use: its place in the list, to read on from. */
  readonly order: number;
}

/** Tokens of a head's context, and what they were counted with: by anything else they are another number. */
export interface Used {
  readonly tokens: number;
  readonly by: string;
}

/** Fields of a session that may change; an absent one stays. */
export interface SessionChange {
  readonly title?: string;
  readonly profile?: string | null;
  readonly strategy?: string | null;
  readonly archived?: boolean;
  readonly pinned?: boolean;
  /** Moves the session into a project, where it is of kind `project`, or with null out of it, where it is a `chat`. */
  readonly project?: ProjectId | null;
  /** Version the caller read; another one there is a `Conflict`. Absent: last write wins. */
  readonly expect?: number;
  readonly at: number;
}
