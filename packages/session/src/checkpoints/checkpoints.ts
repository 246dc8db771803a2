import type { Checkpoint } from '@tenfold/contract';
import type { CheckpointId, SessionId } from '@tenfold/store';

/** What the API calls `Checkpoint`. */
export type CheckpointView = Checkpoint;

/** Why a checkpoint was made. */
export type CheckpointTag = 'code' | 'decision' | 'error-resolved' | 'before-fold' | 'before-restore' | 'manual';

/** Labelled heads of sessions. */
export interface Checkpoints {
  create(session: SessionId, label?: string): Promise<CheckpointView>;
  /** Newest first. */
  list(session: SessionId): Promise<readonly CheckpointView[]>;
  /** A new branch with exactly that state becomes current. Another model than now needs `confirmModel`. */
  restore(
    session: SessionId,
    checkpoint: CheckpointId,
    options?: { confirmModel?: boolean; actor?: string },
  ): Promise<{ readonly branch: string; readonly version: number }>;
}
