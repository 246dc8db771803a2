import type { CheckpointId, SessionId } from '@tenfold/store';
import { newBranch } from '../conversation/branch-at.ts';
import type { Desk } from '../conversation/desk.ts';
import type { Ground } from '../ground.ts';
import { SessionError } from '../session-error.ts';
import { type Checkpointer, checkpointView } from './checkpointer.ts';

/** Why a checkpoint was made. */
export type CheckpointTag = 'code' | 'decision' | 'error-resolved' | 'before-fold' | 'before-restore' | 'manual';

/** A labelled head as it is shown. */
export interface CheckpointView {
  readonly id: CheckpointId;
  readonly label: string;
  readonly tags: readonly CheckpointTag[];
  readonly createdAt: number;
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

/** What checkpoints need. */
export interface CheckpointParts {
  readonly ground: Ground;
  readonly desk: Desk;
  readonly checkpointer: Checkpointer;
  tellStatus(session: SessionId): Promise<void>;
}

/** The checkpoints of sessions. */
export function checkpointsOn({ ground, desk, checkpointer, tellStatus }: CheckpointParts): Checkpoints {
  const { store, bulletin, now } = ground;
  return {
    create: (session, label) =>
      checkpointer.make(session, { tags: ['manual'], label: label?.trim() || 'Saved progress', manual: true }),
    list: async (session) => (await store.checkpoints.list(session)).map(checkpointView),
    async restore(session, id, { confirmModel = false, actor } = {}) {
      const checkpoint = await store.checkpoints.get(session, id);
      const { choices } = await desk.lay(session);
      if (!confirmModel && checkpoint.model !== null && checkpoint.model !== choices.model.id)
        throw modelDiffers(checkpoint.model, choices.model.id);
      await checkpointer.automatic(session, { tags: ['before-restore'], label: `Before restoring ${checkpoint.label}` });
      const made = await newBranch(store, { session, head: checkpoint.head, stem: 'restored', at: now() });
      await bulletin.tell(session, 'head', { version: made.version, branch: made.branch, why: 'restore' }, actor);
      await tellStatus(session);
      return { branch: made.branch, version: made.version };
    },
  };
}

function modelDiffers(checkpointModel: string, currentModel: string): SessionError {
  return new SessionError(
    'model-differs',
    `The checkpoint was made with ${checkpointModel}; the session now uses ${currentModel}. Its context may not fit or be understood the same way.`,
    {
      todo: 'Confirm to restore it all the same, or choose the other model first.',
      facts: { checkpointModel, currentModel },
    },
  );
}
