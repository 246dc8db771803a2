import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WriteOptions } from './scope.ts';

/** A transaction as a backend gives it. */
export interface Transactions<Db> {
  /** `flushed`: whether its commit waits for the disk. */
  begin(flushed: boolean): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Marks a place to fall back to when one job of a group fails. */
  mark(): Promise<void>;
  release(): Promise<void>;
  fallBack(): Promise<void>;
  /** False once an error has ended the transaction by itself. */
  alive(): boolean;
  readonly db: Db;
}

interface Write<Db> {
  readonly flushed: boolean;
  readonly long: boolean;
  work(db: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** How each job of a group came out. */
type Ends = PromiseSettledResult<unknown>[];

/** Jobs that share one flush, at most. */
const LARGEST_GROUP = 256;

/** Milliseconds of work, or of a commit, after which others have their turn first. */
const LONG_MS = 8;

/** Work that shares a name runs one after the other, in the order it came; other work goes on beside it. */
export class NameQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const before: Promise<unknown>[] = [];
    for (const name of names) {
      const last = this.#last.get(name);
      if (last !== undefined) before.push(last);
    }
    const { promise: over, resolve } = Promise.withResolvers<void>();
    // All names are taken at once, so two works never wait for each other.
    for (const name of names) this.#last.set(name, over);
    if (before.length > 0) await Promise.all(before);
    try {
      return await work();
    } finally {
      for (const name of names) if (this.#last.get(name) === over) this.#last.delete(name);
      resolve();
    }
  }

  /** Resolves when nothing named is under way. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}

/** What is written in this process, by place: whoever waited there for the lock of another store of it would wait for itself. */
export const writingAt = new NameQueue();

/**
 * Writes that arrive together share one transaction and one flush. A job that throws is undone alone; nobody hears
 * anything before the commit, and a commit that fails is told to all and never repeated. A job may be run twice before
 * that, so it must do nothing but read and write through the `db` it is given.
 */
export class GroupCommit<Db> {
  readonly #transactions: Transactions<Db>;
  readonly #long: Transactions<Db>;
  readonly #place: string;
  #waiting: Write<Db>[] = [];
  #running: Promise<void> | null = null;

  /** Groups of one `place` are written one after the other, whoever asks for them in this process; `long` ones have transactions of their own. */
  constructor(transactions: Transactions<Db>, place: string, long = transactions) {
    this.#transactions = transactions;
    this.#long = long;
    this.#place = place;
  }

  /** A group is flushed where one of its jobs is to be. */
  run<T>(work: (db: Db) => Promise<T>, { flushed = true, long = false }: Omit<WriteOptions, 'small'> = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push({ work, flushed, long, resolve: resolve as (value: unknown) => void, reject });
    this.#running ??= this.#loop();
    return promise;
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #loop(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A turn of the event loop lets writers that are ready join the group.
      await nextTurn();
      await writingAt.run([this.#place], this.#writeGroup);
    }
    this.#running = null;
  }

  /** Writes those that wait, as many as may share a flush. */
  readonly #writeGroup = async (): Promise<void> => {
    const jobs = this.#waiting.splice(0, LARGEST_GROUP);
    let [flushed, long] = [false, false];
    for (const job of jobs) {
      flushed ||= job.flushed;
      long ||= job.long;
    }
    const within = long ? this.#long : this.#transactions;
    try {
      const ends = (await writeTogether(jobs, within, flushed)) ?? (await writeOneByOne(jobs, within, flushed));
      for (const [at, end] of ends.entries())
        if (end.status === 'fulfilled') jobs[at]?.resolve(end.value);
        else jobs[at]?.reject(end.reason);
    } catch (error) {
      if (within.alive()) await within.rollback().catch(() => undefined);
      for (const job of jobs) job.reject(error);
    }
  };
}

/** All jobs without marks, since most groups succeed; null, and nothing written, when one of them failed. */
async function writeTogether<Db>(jobs: readonly Write<Db>[], within: Transactions<Db>, flushed: boolean): Promise<Ends | null> {
  const ends: Ends = [];
  const begun = performance.now();
  await within.begin(flushed);
  let since = begun;
  for (const job of jobs) {
    if (performance.now() - since > LONG_MS) {
      await nextTurn();
      since = performance.now();
    }
    try {
      ends.push({ status: 'fulfilled', value: await job.work(within.db) });
    } catch (error) {
      if (jobs.length === 1 || !within.alive()) throw error;
      await within.rollback();
      return null;
    }
  }
  // What is much to write is much to commit and to answer: each has a turn of its own.
  const isLong = performance.now() - begun > LONG_MS;
  if (isLong) await nextTurn();
  await within.commit();
  if (isLong) await nextTurn();
  return ends;
}

/** The same jobs again, each with a place to fall back to. */
async function writeOneByOne<Db>(jobs: readonly Write<Db>[], within: Transactions<Db>, flushed: boolean): Promise<Ends> {
  const ends: Ends = [];
  await within.begin(flushed);
  for (const job of jobs) {
    await within.mark();
    try {
      const value = await job.work(within.db);
      await within.release();
      ends.push({ status: 'fulfilled', value });
    } catch (error) {
      if (!within.alive()) throw error;
      await within.fallBack();
      ends.push({ status: 'rejected', reason: error });
    }
  }
  await within.commit();
  return ends;
}
