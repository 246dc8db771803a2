import type { Json } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** What a writer that came too late wanted to write. */
export interface Revision {
  readonly id: string;
  readonly session: SessionId;
  readonly branch: string;
  /** `append`: `content` is the list of messages; `head`: the head. */
  readonly kind: 'append' | 'head';
  readonly content: Json;
  /** Version it expected, and the one it met. */
  readonly expected: number;
  readonly found: number;
  readonly createdAt: number;
}

/** Kept work of losing writers, newest first. Written by `entries.append` and `heads.swap`. */
export interface Revisions {
  list(session: SessionId): Promise<readonly Revision[]>;
  get(session: SessionId, id: string): Promise<Revision>;
  remove(session: SessionId, id: string): Promise<void>;
}
