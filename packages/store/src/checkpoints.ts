import type { Head } from '@tenfold/core';
import type { StoredHead } from './heads.ts';
import type { SessionId } from './sessions.ts';

/** Names a checkpoint. */
export type CheckpointId = string;

/** A labelled head: never a copy. */
export interface Checkpoint {
  readonly id: CheckpointId;
  readonly session: SessionId;
  /** Branch it was taken on. */
  readonly branch: string;
  readonly label: string;
  readonly tags: readonly string[];
  /** Taken by a person: goes last when there are too many. */
  readonly manual: boolean;
  /** `provider:model` the conversation used. */
  readonly model: string | null;
  readonly head: Head;
  /** Entries on its chain. */
  readonly length: number;
  readonly tokenCount: number | null;
  readonly createdAt: number;
}

/** How long checkpoints stay. */
export interface CheckpointRetention {
  /** Default 30 days. */
  readonly days?: number;
  /** Default 50 a session. */
  readonly perSession?: number;
}

/** Labelled heads. */
export interface Checkpoints {
  /** Labels the head a branch has now, or the one that is given. */
  create(checkpoint: {
    id?: CheckpointId;
    session: SessionId;
    branch?: string;
    head?: Head;
    label: string;
    tags?: readonly string[];
    manual?: boolean;
    model?: string | null;
    tokenCount?: number | null;
    at: number;
  }): Promise<Checkpoint>;
  get(session: SessionId, id: CheckpointId): Promise<Checkpoint>;
  /** Newest first. */
  list(session: SessionId): Promise<readonly Checkpoint[]>;
  /** A new branch with exactly the checkpoint's head. */
  restore(request: { session: SessionId; checkpoint: CheckpointId; branch: string; at: number }): Promise<StoredHead>;
  remove(session: SessionId, id: CheckpointId): Promise<void>;
  /** Drops those over age, then, oldest automatic first, those over the limit. Entries and folds stay. Answers what went. */
  prune(at: number, retention?: CheckpointRetention & { session?: SessionId }): Promise<readonly CheckpointId[]>;
}
