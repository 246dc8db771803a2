import type { Checkpoint as ApiCheckpoint } from '@tenfold/contract';
import type { Head } from '@tenfold/core';
import type { Checkpoint, CheckpointId, SessionId, Store } from '@tenfold/store';
import { type LoadedSession, reopened, type SessionLoader } from '../conversation/load-session.ts';
import { measure } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { globalLevels } from '../settings/choices.ts';
import { sleep } from '../sleep.ts';
import { checkpointsKept } from '../tidy.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** What the API calls `Checkpoint`. */
export type CheckpointView = ApiCheckpoint;

/** Why a checkpoint was made. */
export type CheckpointTag = 'code' | 'decision' | 'error-resolved' | 'before-fold' | 'before-restore' | 'manual';

/** What a checkpoint is to say. */
export interface CheckpointWish {
  /** Asked for again under the same id, it is made once. */
  readonly id?: CheckpointId;
  readonly tags: readonly CheckpointTag[];
  readonly label: string;
  readonly branch?: string;
  /** The head to label; the branch's present one when not given. */
  readonly head?: Head;
  readonly manual?: boolean;
}

/** Makes checkpoints. */
export interface Checkpointer {
  /** Waits for a store that another process holds; throws what else the store throws. */
  make(session: SessionId, wish: CheckpointWish): Promise<CheckpointView>;
  /** Never throws: a store that fails is tried again with growing pauses, then the loss is told and logged. */
  automatic(session: SessionId, wish: CheckpointWish): Promise<CheckpointView | null>;
}

const TRIES = 5;
const PAUSE_MS = 50;

/** The checkpointer over a store. */
export function createCheckpointer(
  deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'now' | 'monotonic' | 'observe'>,
  loader: SessionLoader,
): Checkpointer {
  const { store, events, log, now, monotonic } = deps;
  const make: Checkpointer['make'] = async (session, wish) => {
    const { id, tags, label, head, manual = false } = wish;
    const loaded = await retryWhileBusy(() => loadAt(store, loader, session, wish), monotonic);
    const at = now();
    const checkpoint = {
      ...(id === undefined ? {} : { id }),
      session,
      branch: loaded.branch,
      head: head ?? loaded.opened.context.head,
      label,
      tags,
      manual,
      model: loaded.choices.model.id,
      tokenCount: measure(loaded).used,
      at,
    };
    const made = await retryWhileBusy(() => store.checkpoints.create(checkpoint), monotonic);
    const view = checkpointView(made);
    // It was there: all of this was told.
    if (made.createdAt !== at) return view;
    for (const tag of tags) deps.observe({ type: 'checkpoint', tag });
    await events.publish(session, 'checkpoint', { ...view });
    await globalLevels(store)
      .then((levels) => store.checkpoints.prune(now(), { session, ...checkpointsKept(levels) }))
      .catch((error: unknown) => log.warn('checkpoints-not-pruned', { session, reason: reasonOf(error) }));
    return view;
  };
  return {
    make,
    async automatic(session, wish) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await make(session, wish);
        } catch (error) {
          if (attempt < TRIES) {
            await sleep(PAUSE_MS * 2 ** (attempt - 1));
            continue;
          }
          log.error('checkpoint-failed', { session, tags: wish.tags, reason: reasonOf(error) });
          deps.observe({ type: 'checkpoint-error' });
          await events.publish(session, 'warning', {
            code: 'checkpoint-failed',
            message: 'A checkpoint could not be saved. The conversation goes on, and all its messages are kept.',
          });
          return null;
        }
      }
    },
  };
}

/** A session as it was at a head, which may have moved on since. */
async function loadAt(
  store: Store,
  loader: SessionLoader,
  session: SessionId,
  { branch, head }: Pick<CheckpointWish, 'branch' | 'head'>,
): Promise<LoadedSession> {
  const loaded = await loader.load(session, branch);
  const { position, folds } = loaded.opened.context.head;
  const isThere = head === undefined || (head.position === position && head.folds.join() === folds.join());
  return isThere ? loaded : reopened(loaded, await store.contexts.loadHead(session, head));
}

/** A stored checkpoint as it is shown. */
export function checkpointView(made: Checkpoint): CheckpointView {
  return {
    id: made.id,
    label: made.label,
    tags: made.tags as readonly CheckpointTag[],
    createdAt: made.createdAt,
    branch: made.branch,
    position: made.length - 1,
    entries: made.length,
    tokens: made.tokenCount,
    model: made.model,
    automatic: !made.manual,
  };
}
