import type { SessionId } from '@tenfold/store';
import type { LoadedSession, SessionLoader } from '../conversation/load-session.ts';
import { contextStatus } from '../conversation/status.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { SessionError } from '../session-error.ts';
import type { Choices } from '../settings/choices.ts';
import type { FoldOrder, FoldScheduler } from './fold-scheduler.ts';
import { dueFold, latestFold, staysUndone } from './fold-trigger.ts';

/** Folds in the background: put in line by turns, done by whoever works. */
export interface BackgroundFolds {
  /** Puts a fold in line that is due at so many tokens. Failing to is no reason to stop a turn. */
  enqueue(loaded: LoadedSession, used: number): Promise<void>;
  /** Does it, if it is still due. Told to end, it throws, so that another does it. */
  run(session: SessionId, branch: string, signal: AbortSignal): Promise<void>;
}

/** How a session is folded when nobody asks for anything else. */
export type UsualOrder = (choices: Choices) => Promise<Pick<FoldOrder, 'recipe' | 'fast' | 'request'>>;

/** What they are made of. */
interface Parts extends Pick<Dependencies, 'store' | 'log'> {
  readonly loader: SessionLoader;
  readonly scheduler: FoldScheduler;
  readonly usualOrder: UsualOrder;
}

/** The background folds of an owner. */
export function createBackgroundFolds({ store, log, loader, scheduler, usualOrder }: Parts): BackgroundFolds {
  const isLeftUndone = async ({ session, branch }: LoadedSession, used: number) =>
    staysUndone(used, latestFold(await store.runs.list(session.id), branch));
  return {
    async enqueue(loaded, used) {
      const { session, branch } = loaded;
      try {
        if (await isLeftUndone(loaded, used)) return;
        const input = { session: session.id, branch };
        await store.queue.put({ owner: store.owner, kind: 'fold', input, key: `fold:${session.id}` });
      } catch (error) {
        log.warn('soft-fold-not-started', { session: session.id, reason: reasonOf(error) });
      }
    },
    async run(id, branch, signal) {
      const loaded = await loader.load(id, branch);
      const status = contextStatus(loaded, scheduler.stateToStart(id));
      if (dueFold(status, loaded.choices.budget) !== 'soft' || (await isLeftUndone(loaded, status.used))) return;
      const usual = await usualOrder(loaded.choices);
      try {
        const { job, finished } = await scheduler.start(id, { ...usual, trigger: 'soft', degrade: true, branch });
        const cancel = () => void scheduler.abort(job.id);
        signal.addEventListener('abort', cancel, { once: true });
        if (signal.aborted) cancel();
        await finished;
        signal.removeEventListener('abort', cancel);
      } catch (error) {
        // Somebody else folds, or did a moment ago.
        if (!(error instanceof SessionError)) throw error;
        log.info('soft-fold-not-started', { session: id, reason: error.message });
      }
      signal.throwIfAborted();
    },
  };
}
