import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { StoreFault } from '../error.ts';
import { runDirectly } from '../fixed-query.ts';
import { type Execute, oneConnectionDialect } from '../one-connection.ts';
import type { Db, Schema } from '../schema.ts';
import { threadEnvironment } from '../thread-environment.ts';
import { asStoreError } from './fault.ts';

/** A statement for the thread; null where it is to close. */
export interface ToWriting {
  readonly text: string | null;
  readonly parameters: readonly unknown[];
  /** Whether commits wait for the disk from now on. */
  readonly flushed?: boolean | undefined;
}

/** What a statement came to there. */
export interface FromWriting {
  readonly rows: unknown[];
  /** That of the row that was written last; null of a statement that reads. */
  readonly number: number | null;
  readonly changes: number;
  readonly inTransaction: boolean;
  readonly failed?: { readonly code?: string; readonly message: string };
}

/** Milliseconds an idle thread stays, since one long message seldom comes alone; its memory goes with it. */
const IDLE_MS = 5_000;

/** Absent where everything was bundled into one file. */
const FILE = new URL(`./writing-thread-main${extname(import.meta.url)}`, import.meta.url);

/** A connection in a thread of its own, for what takes so long to write, or to find, that nobody here should wait for it. It is there while it has work. */
export class WritingThread {
  static readonly isThere = existsSync(FILE);
  readonly db: Db = this.#createKysely();
  readonly #file: string;
  readonly #busyMs: number;
  #worker: Worker | undefined;
  #waiting: PromiseWithResolvers<FromWriting>[] = [];
  #idle: NodeJS.Timeout | undefined;
  #inTransaction = false;

  constructor(file: string, busyMs: number) {
    this.#file = file;
    this.#busyMs = busyMs;
  }

  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** Runs a statement there, behind those before it. */
  async run(text: string, parameters: readonly unknown[] = [], flushed?: boolean): Promise<FromWriting> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const waiting = Promise.withResolvers<FromWriting>();
    this.#waiting.push(waiting);
    worker.postMessage({ text, parameters, flushed } satisfies ToWriting);
    const answer = await waiting.promise;
    if (answer.failed === undefined) return answer;
    const { code, message } = answer.failed;
    throw asStoreError(Object.assign(new Error(message), code === undefined ? {} : { code }), this.#file);
  }

  /** Closes the connection, once all is done. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (worker === undefined) return;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    worker.ref();
    worker.once('exit', () => resolve());
    this.#stop(worker);
    await over;
  }

  #start(): Worker {
    const worker = new Worker(FILE, {
      workerData: { file: this.#file, busyMs: this.#busyMs },
      env: threadEnvironment(),
      // It makes next to nothing of its own.
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
    worker.on('message', (answer: FromWriting) => {
      this.#inTransaction = answer.inTransaction;
      this.#waiting.shift()?.resolve(answer);
      if (this.#waiting.length > 0 || this.#inTransaction) return;
      worker.unref();
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.#stop(worker), IDLE_MS).unref();
    });
    worker.on('error', (error) => this.#onEnd(worker, error));
    worker.on('exit', () => this.#onEnd(worker, new Error('The thread ended.')));
    return worker;
  }

  #stop(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    worker.postMessage({ text: null, parameters: [] } satisfies ToWriting);
  }

  /** What a thread has begun ends with it: SQLite undoes it. */
  #onEnd(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#inTransaction = false;
    for (const { reject } of this.#waiting.splice(0))
      reject(new StoreFault({ file: this.#file, sqlite: 'thread', detail: error.message }, error));
  }

  /** The query layer over it. */
  #createKysely(): Db {
    const execute: Execute = async <Row>({ sql, parameters }: CompiledQuery) => {
      const { rows, number, changes } = await this.run(sql, parameters);
      return { rows: rows as Row[], insertId: BigInt(number ?? 0), numAffectedRows: BigInt(changes) };
    };
    const dialect = oneConnectionDialect(execute, {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    });
    const db = new Kysely<Schema>({ dialect });
    runDirectly(db, async (text, parameters) => {
      const { rows, number } = await this.run(text, parameters);
      return number === null ? rows : [{ number }];
    });
    return db;
  }
}
