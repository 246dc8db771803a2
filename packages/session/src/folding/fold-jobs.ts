import type { Job } from '@tenfold/contract';
import { Conflict, type JobId, NotFound, type SessionId, type Store, type Job as StoredJob } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { sleep } from '../sleep.ts';
import { foldRunning } from './fold-trigger.ts';
import { ABANDONED, FOLD_KIND, foldSlot, isFinal, type JobEnd, type JobInput, jobView, WITHDRAWN } from './job.ts';
import type { Progress } from './progress.ts';

/** How often a fold of another process is looked at. */
const POLL_MS = 250;
/** Folds that may begin while those under way are looked at: none of them takes the place of another. */
const MAX_NEW = 1_000;
/** How long a process that is asked to stop a fold may take. */
const STOP_MS = 10_000;

/** The stored jobs of folds: what all processes know of them. Each is written by the process that folds, and by no other while that lives. */
export class FoldJobs {
  readonly #deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'lease' | 'now' | 'monotonic'>;
  readonly #isDead: (lease: number | null) => Promise<boolean>;

  /** `isDead` tells whose work is left behind. */
  constructor(
    deps: Pick<Dependencies, 'store' | 'events' | 'log' | 'lease' | 'now' | 'monotonic'>,
    isDead: (lease: number | null) => Promise<boolean>,
  ) {
    this.#deps = deps;
    this.#isDead = isDead;
  }

  /** Writes down that a fold begins. Refuses with `fold-running` while another process folds the session. */
  async create(newId: JobId, session: SessionId, input: JobInput): Promise<StoredJob> {
    const { store, lease, now } = this.#deps;
    const row = { id: newId, session, kind: FOLD_KIND, slot: foldSlot(session), state: 'running', lease } as const;
    const create = () => store.jobs.create({ ...row, input: { ...input }, at: now() });
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const id = String(error.facts.job);
      const holder = await store.jobs.get(id);
      // One of our own that is not under way ended without being able to say so.
      if (holder.lease !== lease && !(await this.#isDead(holder.lease))) throw foldRunning(id);
      await this.#close(id, 'failed', ABANDONED);
      return create();
    }
  }

  /** A fold by its id; other work that has a row is none. */
  async get(id: JobId): Promise<StoredJob> {
    const row = await this.#deps.store.jobs.get(id);
    if (row.kind !== FOLD_KIND) throw new NotFound('job', id);
    return row;
  }

  /** True for one of a process that will never end it. */
  isAbandoned({ state, lease }: StoredJob): Promise<boolean> {
    return isFinal(state) ? Promise.resolve(false) : this.#isDead(lease);
  }

  /** Which of these are to end: somebody asked for that, or took them for dead. */
  async findCancelled(ids: readonly JobId[]): Promise<ReadonlySet<JobId>> {
    const { store, lease } = this.#deps;
    const own = await store.jobs.list({ kind: FOLD_KIND, lease, states: ['running'], limit: ids.length + MAX_NEW });
    const wanted = new Set(own.flatMap(({ id, stopping }) => (stopping ? [] : [id])));
    return new Set(ids.filter((id) => !wanted.has(id)));
  }

  /** Whether a fold may still take effect; within a unit of work nobody takes that back before it is written. */
  holds(store: Store, id: JobId): Promise<boolean> {
    return store.jobs.holds(id, this.#deps.lease);
  }

  storeProgress(id: JobId, progress: Progress): void {
    const { store, log, lease, now } = this.#deps;
    store.jobs.update(id, { progress: { ...progress }, lease, at: now() }).catch((error: unknown) => {
      log.warn('job-progress-lost', { job: id, reason: reasonOf(error) });
    });
  }

  async finish(job: Job, state: 'done' | 'failed' | 'cancelled', end: JobEnd, actor: string | undefined): Promise<void> {
    const { store, events, log, lease, now } = this.#deps;
    try {
      const row = await store.jobs.update(job.id, { state, result: { ...end }, lease, at: now() });
      await events.publish(job.session, 'job', { ...jobView(row) }, actor);
    } catch (error) {
      log.error('job-end-lost', { job: job.id, reason: reasonOf(error) });
    }
  }

  /** Has the process that folds stop, and waits until it has; what nobody folds any more is over at once. */
  async cancelElsewhere(id: JobId): Promise<void> {
    const { lease, monotonic, store } = this.#deps;
    await this.get(id);
    await store.jobs.stop(id);
    for (const end = monotonic() + STOP_MS; monotonic() < end; ) {
      const row = await this.get(id);
      if (isFinal(row.state)) return;
      const isAbandoned = row.lease === lease || (await Promise.race([this.isAbandoned(row), sleep(POLL_MS).then(() => false)]));
      if (isAbandoned) return this.#close(id, 'cancelled', WITHDRAWN);
    }
  }

  /** Ends a row that nobody else will; who was there first has said how. */
  async #close(id: JobId, state: 'failed' | 'cancelled', reason: string): Promise<void> {
    const end = state === 'failed' ? { error: { reason } } : { result: { reason } };
    await this.#deps.store.jobs.update(id, { state, ...end, at: this.#deps.now() }).catch((error: unknown) => {
      if (!(error instanceof Conflict)) throw error;
    });
  }
}
