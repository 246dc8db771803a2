/** A transaction as a backend gives it. */
export interface Transactions<Db> {
  begin(): Promise<void>;
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

interface Job<Db> {
  work(db: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Jobs that share one flush, at most. */
const LARGEST_GROUP = 256;

/**
 * Writes that arrive together share one transaction and one flush. A job that throws is undone alone; nobody hears
 * anything before the commit, and a commit that fails is told to all and never repeated.
 */
export class GroupCommit<Db> {
  readonly #transactions: Transactions<Db>;
  #waiting: Job<Db>[] = [];
  #running: Promise<void> | null = null;

  constructor(transactions: Transactions<Db>) {
    this.#transactions = transactions;
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#loop();
    });
  }

  /** Resolves when nothing is waiting. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #loop(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A turn of the event loop lets writers that are ready join the group, and keeps two stores of one process apart.
      await new Promise((next) => setImmediate(next));
      await this.#group(this.#waiting.splice(0, LARGEST_GROUP));
    }
    this.#running = null;
  }

  async #group(jobs: readonly Job<Db>[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      await this.#transactions.begin();
      for (const job of jobs) settle.push(await this.#one(job, jobs.length > 1));
      await this.#transactions.commit();
    } catch (error) {
      if (this.#transactions.alive()) await this.#transactions.rollback().catch(() => undefined);
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const tell of settle) tell();
  }

  async #one(job: Job<Db>, shared: boolean): Promise<() => void> {
    if (shared) await this.#transactions.mark();
    try {
      const value = await job.work(this.#transactions.db);
      if (shared) await this.#transactions.release();
      return () => job.resolve(value);
    } catch (error) {
      if (!shared || !this.#transactions.alive()) throw error;
      await this.#transactions.fallBack();
      return () => job.reject(error);
    }
  }
}
