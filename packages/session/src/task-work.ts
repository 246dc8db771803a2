import { NotFound, type SessionId, type Store, type Task } from '@tenfold/store';
import type { CheckpointWish } from './checkpoints/checkpointer.ts';
import type { Log } from './log.ts';
import { reasonOf } from './log.ts';
import { livingProcesses, type ProcessLease } from './recovery/process-lease.ts';
import { globalLevels } from './settings/choices.ts';
import { tidy } from './tidy.ts';
import { TURNS } from './turn/hand-over.ts';

/** What one owner's tasks are done with. */
export interface OwnTasks {
  fold(session: SessionId, branch: string, signal: AbortSignal): Promise<void>;
  /** Goes on with the turns another process offers in a session. */
  takeOver(session: SessionId, from: number): Promise<void>;
  checkpoint(session: SessionId, wish: CheckpointWish): Promise<unknown>;
}

/** How often everything is tidied. */
const TIDY_MS = 86_400_000;

interface TaskParts {
  readonly store: Store;
  readonly lease: ProcessLease;
  readonly log: Log;
  now(): number;
  tasksOf(owner: string): Promise<OwnTasks>;
}

/** Does tasks until it is stopped, for all who share the store, and tidies once a day. */
export async function startTasks({ store, lease, log, now, tasksOf }: TaskParts): Promise<{ stop(): Promise<void> }> {
  const run = async ({ id, kind, owner, input }: Task, signal: AbortSignal): Promise<void> => {
    if (kind === 'tidy') return tidyAll();
    const { session, branch, ...wish } = input as { session: SessionId; branch: string };
    const own = await tasksOf(owner);
    if (kind === TURNS) await own.takeOver(session, Number(input.from));
    else if (kind === 'fold') await own.fold(session, branch, signal);
    // Believed: `watcher.ts` alone puts these in line.
    else if (kind === 'checkpoint') await own.checkpoint(session, { ...(wish as unknown as CheckpointWish), branch, id });
    else throw new RangeError(`Nobody here knows tasks of the kind ${kind}.`);
  };
  const tidyAll = async (): Promise<void> => {
    // What a dead process had not finished importing was never there, and now its rows go too.
    await store.staging.sweep(lease.isDead);
    // Looking for them removes the locks that dead ones left.
    await livingProcesses(store);
    const levels = await globalLevels(store);
    const owners = [store.owner, ...(await store.people.list()).map(({ id }) => id)];
    for (const owner of owners) await tidy(store.for(owner), levels, now());
  };
  const onError = (error: unknown) => log.warn('tasks-not-done', { reason: reasonOf(error) });
  const working = await store.queue.work({
    lease: lease.token,
    isDead: lease.isDead,
    onError,
    async run(task, signal) {
      try {
        await run(task, signal);
      } catch (error) {
        // Its session was deleted meanwhile.
        if (error instanceof NotFound) return;
        if (!signal.aborted) log.warn('task-failed', { kind: task.kind, attempt: task.attempt, reason: reasonOf(error) });
        throw error;
      }
    },
  });
  const askToTidy = () => store.queue.put({ owner: store.owner, kind: 'tidy', key: 'tidy' }).then(() => {}, onError);
  const asking = askToTidy();
  const timer = setInterval(askToTidy, TIDY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await asking;
      await working.stop();
    },
  };
}
