import { StoreError } from '../error.ts';
import type { Db } from '../schema.ts';
import { Groups } from './groups.ts';
import type { Pipeline } from './pipeline.ts';
import type { Principal } from './row-security.ts';

/** A piece of work, the locks it needs and whose it is. */
export interface SharedJob<T> {
  readonly keys: readonly bigint[];
  readonly principal: Principal | null;
  work(db: Db): Promise<T>;
}

/** How transactions are run. */
interface Ways {
  /** The job in a transaction of its own, which waits for its locks. */
  alone<T>(job: SharedJob<T>): Promise<T>;
  /** Has a connection for as long as something is worked on; rolls back what fails. */
  connected<T>(work: (line: Pipeline) => Promise<T>): Promise<T>;
  /** The settings of a transaction. */
  settings(principal: Principal): readonly string[];
  layer(line: Pipeline, owner: string, wrote: () => void): Db;
}

interface Waiting extends SharedJob<unknown> {
  readonly principal: Principal;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Small writes that are ready together share one transaction, one flush and the ways there and back: their statements are sent side by
 * side, each as its owner's. Locks are only tried, so that nobody waits for a session of somebody else's: a job whose session is held by
 * another process is run alone. When one fails after it wrote, or the database refuses a statement, all is undone and each is run alone, so a
 * job may be run twice. Nobody hears anything before the commit.
 */
export class SharedCommit {
  readonly #ways: Ways;
  readonly #groups = new Groups<Waiting>((jobs) => this.#together(jobs));

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  run<T>(job: SharedJob<T>): Promise<T> {
    const { principal } = job;
    if (principal === null) return this.#ways.alone(job);
    return new Promise<T>((resolve, reject) =>
      this.#groups.add({ ...job, principal, resolve: resolve as (value: unknown) => void, reject }),
    );
  }

  async #together(jobs: readonly Waiting[]): Promise<void> {
    try {
      const { told, locked } = await this.#ways.connected((line) => this.#transaction(line, jobs));
      for (const tell of told) tell();
      this.#alone(locked);
    } catch (error) {
      if (error instanceof Undone) this.#alone(jobs);
      else for (const job of jobs) job.reject(error);
    }
  }

  /** Nobody waits for them but who asked: they may have to wait for other processes. */
  #alone(jobs: readonly Waiting[]): void {
    for (const job of jobs) this.#ways.alone(job).then(job.resolve, job.reject);
  }

  async #transaction(line: Pipeline, jobs: readonly Waiting[]): Promise<Settled> {
    const [first] = jobs as readonly [Waiting];
    const tries = jobs.map(({ keys }, at) => `${keys.map(tryCall).join(' and ') || 'true'} as job${at}`);
    const { rows } = await line.begin([...this.#ways.settings(first.principal), ...tries]);
    const [held = {}] = rows as Record<string, boolean>[];
    const locked = jobs.filter((_, at) => held[`job${at}`] !== true);
    const ready = jobs.filter((_, at) => held[`job${at}`] === true);
    const told = await Promise.all(ready.map((job) => this.#work(line, job)));
    if (told.includes(null)) throw new Undone();
    await line.commit();
    return { locked, told: told as (() => void)[] };
  }

  /** Says what is to be told after the commit; null where all has to be undone. */
  async #work(line: Pipeline, { principal, work, resolve, reject }: Waiting): Promise<(() => void) | null> {
    let hasWritten = false;
    const db = this.#ways.layer(line, principal.owner, () => {
      hasWritten = true;
    });
    try {
      const value = await work(db);
      return () => resolve(value);
    } catch (error) {
      return hasWritten || !isRefusal(error) ? null : () => reject(error);
    }
  }
}

interface Settled {
  readonly told: readonly (() => void)[];
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
