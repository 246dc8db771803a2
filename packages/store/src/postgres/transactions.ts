import { createHash } from 'node:crypto';
import pg from 'pg';
import { NameQueue } from '../group-commit.ts';
import type { Db } from '../schema.ts';
import { createKysely } from './driver.ts';
import { asStoreError, isReadOnly, isWorthRepeating } from './fault.ts';
import { Pipeline } from './pipeline.ts';
import { Prepared } from './prepared.ts';
import { type Principal, principalSettings } from './row-security.ts';
import { SharedCalls } from './shared-calls.ts';
import { SharedCommit, type SharedWrite } from './shared-commit.ts';

/** How often work is repeated that PostgreSQL undid so that other work could go on. */
const TRIES = 5;
/** A process that does nothing within a transaction for so long has lost it. */
const HANGING_MS = 60_000;

/**
 * Runs writes as transactions that hold the locks they name until their end. Locks belong to the transaction, since a transaction pooler
 * would hand a session's lock to strangers. Within one process those who wait do so before they take a connection.
 */
export class Transactions {
  readonly prepared = new Prepared();
  readonly #pool: pg.Pool;
  readonly #schema: string;
  readonly #begin: readonly string[];
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #queue = new NameQueue();
  readonly #shared: SharedCommit;
  readonly #calls: SharedCalls;
  readonly #running = new Set<Promise<unknown>>();

  constructor(pool: pg.Pool, schema: string, busyMs: number) {
    this.#pool = pool;
    // Readers always find a connection, however many write.
    this.#free = Math.max(1, (pool.options.max ?? 10) - 2);
    this.#schema = schema;
    // A process that hangs within a transaction loses it; who waits for its locks is told in time. A commit is always flushed.
    const flushed = { lock_timeout: String(busyMs), synchronous_commit: 'on' };
    const local = { ...flushed, idle_in_transaction_session_timeout: String(HANGING_MS) };
    this.#begin = Object.entries(local).map(localSetting);
    this.#calls = new SharedCalls({
      prepared: this.prepared,
      settings: Object.entries(flushed),
      withConnection: (work) => this.#withConnection(work),
    });
    this.#shared = new SharedCommit({
      runAlone: (write) => this.#runWithRetries(write),
      withPipeline: (work) => this.#withPipeline(work),
      settings: ({ role }) => [...this.#begin, ...(role === null ? [] : [localSetting(['role', role])])],
      createDb: (pipeline, owner, onWrite) => this.#createDb(pipeline, owner, onWrite),
    });
  }

  /** Runs work in a transaction of its own. Its locks are held from its first statement on. */
  run<T>(locks: readonly string[], work: (db: Db) => Promise<T>, principal: Principal): Promise<T> {
    return this.#track(this.#queue.run(locks, () => this.#runWithRetries(this.#sharedWrite(locks, work, principal))));
  }

  /** The same for small work, which may share its transaction with other small work. */
  share<T>(locks: readonly string[], work: (db: Db) => Promise<T>, principal: Principal): Promise<T> {
    return this.#track(this.#queue.run(locks, () => this.#shared.run(this.#sharedWrite(locks, work, principal))));
  }

  /**
   * Runs a statement that does a whole piece of work by itself and only tries its lock, whose number it is given; it may share its transaction with
   * others of its kind. Null where it was not done.
   */
  call(name: string, statement: (lock: bigint) => pg.QueryConfig, principal: Principal): Promise<pg.QueryResult | null> {
    return this.#track(this.#queue.run([name], () => this.#calls.run({ principal, config: statement(this.#key(name)) })));
  }

  /** The statement that takes locks until the transaction ends, in one order for all; empty where there are none. */
  lockStatement(locks: readonly string[]): string {
    return locks.length === 0 ? '' : `select ${this.#keys(locks).map(lockCall).join(', ')}`;
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #sharedWrite<T>(locks: readonly string[], work: (db: Db) => Promise<T>, principal: Principal): SharedWrite<T> {
    return { keys: this.#keys(locks), work, principal };
  }

  #keys(locks: readonly string[]): bigint[] {
    return [...new Set(locks.map((name) => this.#key(name)))].sort((a, b) => (a < b ? -1 : 1));
  }

  async #track<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #runWithRetries<T>(write: SharedWrite<T>): Promise<T> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.#withPipeline((pipeline) => this.#transaction(pipeline, write));
      } catch (error) {
        if (left <= 1 || !isWorthRepeating(error)) throw error;
      }
    }
  }

  /** Whoever is one too many waits here, for as long as it takes: a pool would give up on them. */
  async #withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await this.#withClient(work);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #withPipeline<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
    return this.#withConnection((client) => work(new Pipeline(client)));
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw asStoreError(error);
    });
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      // A connection that cannot go back is not used again; what it had begun ends with it.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      // Where another has taken over from it, a new connection finds that one.
      if (isReadOnly(error)) broken ??= error as Error;
      throw asStoreError(error);
    } finally {
      client.release(broken);
    }
  }

  async #transaction<T>(pipeline: Pipeline, { keys, work, principal }: SharedWrite<T>): Promise<T> {
    // It goes with the first statements of the work.
    const begun = pipeline.begin([...this.#begin, ...principalSettings(principal).map(localSetting), ...keys.map(lockCall)]);
    // Where it fails, so do the statements behind it, and the work with them: they only say that something has failed.
    begun.catch(() => undefined);
    const value = await work(this.#createDb(pipeline, null)).catch((error: unknown) => begun.then(() => Promise.reject(error)));
    await begun;
    await pipeline.commit();
    return value;
  }

  #createDb(pipeline: Pipeline, owner: string | null, onWrite?: () => void): Db {
    const query = (config: pg.QueryConfig) => {
      if (onWrite !== undefined && !config.text.startsWith('select')) onWrite();
      return pipeline.query(config, owner);
    };
    return createKysely({ query, isPool: false }, this.#schema, this.prepared);
  }

  /** A lock's number: the same in every process, another in every schema. */
  #key(name: string): bigint {
    return createHash('sha256').update(`${this.#schema}\n${name}`).digest().readBigInt64BE();
  }
}

function lockCall(key: bigint): string {
  return `pg_advisory_xact_lock(${key})`;
}

function localSetting([name, value]: readonly [string, string]): string {
  return `set_config('${name}', ${pg.escapeLiteral(value)}, true)`;
}
