import type { EntryId, Role } from '@tenfold/core';
import type { SessionId, SessionKind } from './sessions.ts';

/** A passage that matches. */
export interface Hit {
  readonly session: SessionId;
  readonly sessionTitle: string;
  readonly sessionKind: SessionKind;
  readonly entry: EntryId;
  readonly position: number;
  readonly role: Role;
  /** Up to 200 characters around the first match. */
  readonly snippet: string;
  /** Start and length of each match in `snippet`, in UTF-16 units. */
  readonly marks: readonly (readonly [start: number, length: number])[];
  readonly createdAt: number;
}

/** A memory that matches. */
export interface MemoryHit {
  readonly session: SessionId;
  readonly sessionTitle: string;
  readonly snapshot: string;
  readonly snippet: string;
  readonly marks: readonly (readonly [start: number, length: number])[];
  readonly createdAt: number;
}

/** What to look for. All words must occur; the last may be a beginning; `"…"` is a phrase. No syntax can make it fail. */
export interface Query {
  readonly text: string;
  readonly session?: SessionId;
  /** Default 20, at most 200. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Full-text search over everything ever said, folded or not, best match first. */
export interface Search {
  entries(query: Query): Promise<readonly Hit[]>;
  memories(query: Query): Promise<readonly MemoryHit[]>;
}
