import type { EntryId, JsonObject } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** What a snapshot holds. */
export type SnapshotKind = 'title' | 'summary' | 'memory';

/** A summary, title or memory of a session up to an entry. `content` of a summary has `summaryText` and `messageRange`. */
export interface Snapshot {
  readonly id: string;
  readonly session: SessionId;
  readonly kind: SnapshotKind;
  readonly content: JsonObject;
  /** Last entry it includes. */
  readonly messageCutoffId: EntryId | null;
  readonly tokenCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Snapshots, newest first. Memories can be searched with `search.memories`. */
export interface Snapshots {
  create(snapshot: {
    session: SessionId;
    kind: SnapshotKind;
    content: JsonObject;
    messageCutoffId: EntryId | null;
    tokenCount: number;
    at: number;
  }): Promise<Snapshot>;
  latest(session: SessionId, kind: SnapshotKind): Promise<Snapshot | null>;
  list(session: SessionId, kind?: SnapshotKind): Promise<readonly Snapshot[]>;
  remove(session: SessionId, id: string): Promise<void>;
}
