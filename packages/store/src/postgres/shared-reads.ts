import type pg from 'pg';
import { Batch, type Step } from './batch.ts';
import { principalStep, queryAs, withClient } from './owned-query.ts';
import type { Principal } from './row-security.ts';

interface Waiting extends Step {
  readonly principal: Principal;
}

/** Statements that go together, at most: who is behind waits for who is before. */
const MAX_READS = 32;

/**
 * Short reads that are ready in the same turn of the event loop go on one connection and in one breath, each as its principal's: a way there
 * and back costs both sides more than what is read. Where one fails, those the database then did not run are run by themselves.
 */
export class SharedReads {
  readonly #pool: pg.Pool;
  readonly #settings: readonly (readonly [string, string])[];
  #waiting: Waiting[] = [];

  /** Who waits for a lock that somebody else has on a table is told of it after so many milliseconds. */
  constructor(pool: pg.Pool, busyMs: number) {
    this.#pool = pool;
    this.#settings = [['lock_timeout', String(busyMs)]];
  }

  /** `isShort`: it may go together with others. */
  query(principal: Principal, config: pg.QueryConfig, isShort: boolean): Promise<pg.QueryResult> {
    return isShort ? this.#together(principal, config) : this.#alone(principal, config);
  }

  #alone(principal: Principal, config: pg.QueryConfig): Promise<pg.QueryResult> {
    return queryAs(this.#pool, principal, config, this.#settings);
  }

  #together(principal: Principal, config: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ principal, config, resolve, reject }) === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += MAX_READS) void this.#runTogether(waiting.slice(from, from + MAX_READS));
  }

  async #runTogether(reads: readonly Waiting[]): Promise<void> {
    const undone = new Set(reads);
    if (reads.length > 1) await this.#try(reads, undone).catch(() => undefined);
    for (const { principal, config, resolve, reject } of undone) this.#alone(principal, config).then(resolve, reject);
  }

  /** Tells whoever was answered, and takes them off those that are undone. */
  #try(reads: readonly Waiting[], undone: Set<Waiting>): Promise<void> {
    return withClient(this.#pool, (client) => {
      const { promise, resolve: done, reject } = Promise.withResolvers<void>();
      const steps = reads.flatMap((read, at) => {
        const step = {
          config: read.config,
          resolve: (result: pg.QueryResult) => {
            undone.delete(read);
            read.resolve(result);
          },
          reject,
        };
        const isSame = reads[at - 1]?.principal === read.principal;
        return isSame ? [step] : [{ ...principalStep(read.principal, this.#settings), reject }, step];
      });
      client.query(new Batch(steps, () => done()));
      return promise;
    });
  }
}
