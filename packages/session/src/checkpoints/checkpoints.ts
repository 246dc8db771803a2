import type { CheckpointId, SessionId } from '@tenfold/store';
import { newBranch } from '../conversation/branch-at.ts';
import type { SessionLoader } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { SessionError } from '../session-error.ts';
import { type Checkpointer, type CheckpointView, checkpointView } from './checkpointer.ts';

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
export interface CheckpointParts extends Pick<Dependencies, 'store' | 'events' | 'now'> {
  readonly loader: SessionLoader;
  readonly checkpointer: Checkpointer;
  publishStatus(session: SessionId): Promise<void>;
}

/** The checkpoints of sessions. */
export function createCheckpoints(parts: CheckpointParts): Checkpoints {
  const { store, events, now, loader, checkpointer, publishStatus } = parts;
  return {
    create: (session, label) =>
      checkpointer.make(session, { tags: ['manual'], label: label?.trim() || 'Saved progress', manual: true }),
    list: async (session) => (await store.checkpoints.list(session)).map(checkpointView),
    async restore(session, id, { confirmModel = false, actor } = {}) {
      const checkpoint = await store.checkpoints.get(session, id);
      const { choices } = await loader.load(session);
      if (!confirmModel && checkpoint.model !== null && checkpoint.model !== choices.model.id)
        throw modelDiffers(checkpoint.model, choices.model.id);
      await checkpointer.automatic(session, { tags: ['before-restore'], label: `Before restoring ${checkpoint.label}` });
      const made = await newBranch(store, { session, head: checkpoint.head, stem: 'restored', at: now() });
      await events.publish(session, 'head', { version: made.version, branch: made.branch, why: 'restore' }, actor);
      await publishStatus(session);
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
