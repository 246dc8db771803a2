import { StoreError } from '../error.ts';
import type { Db } from '../schema.ts';
import { Batcher } from './batcher.ts';
import { isLockTimeout } from './fault.ts';
import type { Pipeline } from './pipeline.ts';
import type { Principal } from './row-security.ts';

/** A piece of work, the locks it needs and whose it is. */
export interface SharedWrite<T> {
  readonly keys: readonly bigint[];
  readonly principal: Principal;
  work(db: Db): Promise<T>;
}

/** How transactions are run. */
interface TransactionRunner {
  /** The write in a transaction of its own, which waits for its locks. */
  runAlone<T>(write: SharedWrite<T>): Promise<T>;
  /** Has a connection for as long as something is worked on; rolls back what fails. */
  withPipeline<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T>;
  /** The settings of a transaction. */
  settings(principal: Principal): readonly string[];
  createDb(pipeline: Pipeline, owner: string, onWrite: () => void): Db;
}

interface Waiting extends SharedWrite<unknown> {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Small writes that are ready together share one transaction, one flush and the ways there and back: their statements are sent side by
 * side, each as its owner's. Locks are only tried, so that nobody waits for a session of somebody else's: a write whose session is held by
 * another process is run alone. When one fails after it wrote, or the database refuses a statement, all is undone and each is run alone, so a
 * write may be run twice. Nobody hears anything before the commit.
 */
export class SharedCommit {
  readonly #runner: TransactionRunner;
  readonly #batcher = new Batcher<Waiting>((writes) => this.#runTogether(writes));

  constructor(runner: TransactionRunner) {
    this.#runner = runner;
  }

  run<T>(write: SharedWrite<T>): Promise<T> {
    return new Promise<T>((resolve, reject) =>
      this.#batcher.add({ ...write, resolve: resolve as (value: unknown) => void, reject }),
    );
  }

  async #runTogether(writes: readonly Waiting[]): Promise<void> {
    try {
      const { outcomes, locked } = await this.#runner.withPipeline((pipeline) => this.#transaction(pipeline, writes));
      for (const report of outcomes) report();
      this.#runAlone(locked);
    } catch (error) {
      if (error instanceof Undone) this.#runAlone(writes);
      else for (const write of writes) write.reject(error);
    }
  }

  /** Nobody waits for them but who asked: they may have to wait for other processes. */
  #runAlone(writes: readonly Waiting[]): void {
    for (const write of writes) this.#runner.runAlone(write).then(write.resolve, write.reject);
  }

  async #transaction(pipeline: Pipeline, writes: readonly Waiting[]): Promise<Settled> {
    const [first] = writes as readonly [Waiting];
    const tries = writes.map(({ keys }, at) => `${keys.map(tryCall).join(' and ') || 'true'} as write${at}`);
    const { rows } = await pipeline.begin([...this.#runner.settings(first.principal), ...tries]);
    const [held = {}] = rows as Record<string, boolean>[];
    const locked = writes.filter((_, at) => held[`write${at}`] !== true);
    const ready = writes.filter((_, at) => held[`write${at}`] === true);
    const outcomes = await Promise.all(ready.map((write) => this.#work(pipeline, write, ready.length === 1)));
    if (outcomes.includes(null)) throw new Undone();
    await pipeline.commit();
    return { locked, outcomes: outcomes as (() => void)[] };
  }

  /** Says what is to be told after the commit; null where all has to be undone. */
  async #work(pipeline: Pipeline, { principal, work, resolve, reject }: Waiting, isAlone: boolean): Promise<(() => void) | null> {
    let hasWritten = false;
    const db = this.#runner.createDb(pipeline, principal.owner, () => {
      hasWritten = true;
    });
    try {
      const value = await work(db);
      return () => resolve(value);
    } catch (error) {
      // Who waited for its lock once need not wait for it again by itself.
      if (isAlone && isLockTimeout(error)) throw error;
      return hasWritten || !isRefusal(error) ? null : () => reject(error);
    }
  }
}

interface Settled {
  readonly outcomes: readonly (() => void)[];
  /** Those whose locks others held. */
  readonly locked: readonly Waiting[];
}

/** What was tried together is to be run one by one. */
class Undone extends Error {}

/** An error of the work's own, not of a statement. */
function isRefusal(error: unknown): boolean {
  return error instanceof StoreError && error.facts.sqlstate === undefined;
}

function tryCall(key: bigint): string {
  return `pg_try_advisory_xact_lock(${key})`;
}
