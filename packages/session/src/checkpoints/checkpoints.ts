import type { CheckpointId, SessionId } from '@tenfold/store';

/** Why a checkpoint was made. */
export type CheckpointTag = 'code' | 'decision' | 'error-resolved' | 'before-fold' | 'before-restore' | 'manual';

/** A labelled head as it is shown. */
export interface CheckpointView {
  readonly id: CheckpointId;
  readonly label: string;
  readonly tags: readonly CheckpointTag[];
  readonly createdAt: number;
  /** Branch it was taken on. */
  readonly branch: string;
  /** Position of its last entry, -1 before the first. */
  readonly position: number;
  readonly entries: number;
  readonly tokens: number | null;
  /** `provider:model`. */
  readonly model: string | null;
  readonly automatic: boolean;
}

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
