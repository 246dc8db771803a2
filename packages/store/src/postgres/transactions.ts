import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Db } from '../schema.ts';
import { kyselyOn } from './driver.ts';
import { asStoreError, isWorthRepeating } from './fault.ts';
import { NameQueue } from './name-queue.ts';
import { Prepared } from './prepared.ts';
import { type Principal, principalSettings } from './row-security.ts';

/** How often work is repeated that PostgreSQL undid so that other work could go on. */
const TRIES = 5;
/** A process that does nothing within a transaction for so long has lost it. */
const HANGING_MS = 60_000;

/**
 * Runs each write as a transaction of its own that holds the locks it names until its end. Locks belong to the transaction, since
 * a transaction pooler would hand a session's lock to strangers. Within one process those who wait do so before they take a connection.
 */
export class Transactions {
  readonly prepared = new Prepared();
  readonly #pool: pg.Pool;
  readonly #schema: string;
  readonly #begin: readonly string[];
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #queue = new NameQueue();
  readonly #layers = new WeakMap<pg.PoolClient, Db>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(pool: pg.Pool, schema: string, busyMs: number) {
    this.#pool = pool;
    // Readers always find a connection, however many write.
    this.#free = Math.max(1, (pool.options.max ?? 10) - 2);
    this.#schema = schema;
    // A process that hangs within a transaction loses it; who waits for its locks is told in time. A commit is always flushed.
    const local = { lock_timeout: busyMs, idle_in_transaction_session_timeout: HANGING_MS, synchronous_commit: 'on' };
    this.#begin = Object.entries(local).map(([name, value]) => localSetting([name, String(value)]));
  }

  /** Without a principal, as who signed in. */
  async run<T>(locks: readonly string[], job: (db: Db) => Promise<T>, principal: Principal | null = null): Promise<T> {
    const begin = principal === null ? [] : principalSettings(principal).map(localSetting);
    const running = this.#queue.run(locks, () => this.#tried([...begin, ...this.#lockCalls(locks)], job));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** The statement that takes locks until the transaction ends, in one order for all; empty where there are none. */
  lockStatement(locks: readonly string[]): string {
    return locks.length === 0 ? '' : `select ${this.#lockCalls(locks).join(', ')}`;
  }

  #lockCalls(locks: readonly string[]): string[] {
    const keys = [...new Set(locks.map((name) => this.#key(name)))].sort();
    return keys.map((key) => `pg_advisory_xact_lock(${key})`);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #tried<T>(begin: readonly string[], job: (db: Db) => Promise<T>): Promise<T> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.#once(begin, job);
      } catch (error) {
        if (left <= 1 || !isWorthRepeating(error)) throw error;
      }
    }
  }

  /** Whoever is one too many waits here, for as long as it takes: a pool would give up on them. */
  async #once<T>(begin: readonly string[], job: (db: Db) => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await this.#transaction(begin, job);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #transaction<T>(begin: readonly string[], job: (db: Db) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw asStoreError(error);
    });
    let broken: Error | undefined;
    try {
      await client.query(`begin;select ${[...this.#begin, ...begin].join(', ')}`);
      const value = await job(this.#layer(client));
      await client.query('commit');
      return value;
    } catch (error) {
      // A connection that cannot go back is not used again; what it had begun ends with it.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw asStoreError(error);
    } finally {
      client.release(broken);
    }
  }

  #layer(client: pg.PoolClient): Db {
    const known =
      this.#layers.get(client) ??
      kyselyOn({ query: (config) => client.query(config), isPool: false }, this.#schema, this.prepared);
    this.#layers.set(client, known);
    return known;
  }

  /** A lock's number: the same in every process, another in every schema. */
  #key(name: string): bigint {
    return createHash('sha256').update(`${this.#schema}\n${name}`).digest().readBigInt64BE();
  }
}

function localSetting([name, value]: readonly [string, string]): string {
  return `set_config('${name}', ${pg.escapeLiteral(value)}, true)`;
}
