import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { columnReader, isRecord, readableOf, readJson } from '../column-json.ts';
import { AT_ONCE, type DeadTask, PAUSE_MS, type Queue, RETRIES, type Task, type Worker } from '../queue.ts';
import type { Db, Schema } from '../schema.ts';
import type { Scope } from '../scope.ts';

/** How a task is kept among the jobs: while it waits, `updated_at` is when it may begin. */
interface StoredTask {
  readonly kind: string;
  readonly input: JsonObject;
  readonly retries: number;
  readonly pauseMs: number;
}

type JobRow = Selectable<Schema['jobs']>;

const KIND = 'task';
const DEAD = 'dead-task';
const UNFINISHED = ['queued', 'running'];
/** How long a worker sleeps at most: another process may have put something in line, or died with it. */
const LOOK_MS = 5_000;

/** A line of tasks in the file, worked through by the process itself. */
export function createRowQueue(scope: Pick<Scope, 'read' | 'write'>, now: () => number = Date.now): Queue {
  const wake = new Set<() => void>();
  return {
    put: async ({ owner, kind, input = {}, key, retries = RETRIES, pauseMs = PAUSE_MS }) => {
      const isNew = await scope.write([], async (db) => {
        const stored: StoredTask = { kind, input, retries, pauseMs };
        const rows = await db
          .insertInto('jobs')
          .values({
            id: randomUUID(),
            owner,
            session: null,
            kind: KIND,
            slot: key === undefined ? null : `task:${key}`,
            state: 'queued',
            lease: null,
            input: JSON.stringify(stored),
            progress: '0',
            result: 'null',
            error: null,
            created_at: now(),
            updated_at: now(),
          })
          .onConflict((on) => on.doNothing())
          .returning('id')
          .execute();
        return rows.length > 0;
      });
      for (const each of wake) each();
      return isNew;
    },
    work: async (worker) => {
      const work = new Work(scope, worker, now);
      wake.add(work.wake);
      work.wake();
      return {
        async stop() {
          wake.delete(work.wake);
          await work.stop();
        },
      };
    },
    async size() {
      const { count } = await tasks(scope.read, KIND)
        .select((on) => on.fn.countAll<number>().as('count'))
        .where('state', 'in', UNFINISHED)
        .executeTakeFirstOrThrow();
      return count;
    },
    async dead() {
      const rows = await tasks(scope.read, DEAD).selectAll().orderBy('number', 'desc').limit(100).execute();
      return readableOf(rows, (row): DeadTask => ({ ...taskOf(row), reason: String(readJson(row.error ?? '""')) }));
    },
  };
}

/** One worker: takes tasks as long as there are some it may begin, and sleeps until the next. */
class Work {
  readonly #scope: Pick<Scope, 'read' | 'write'>;
  readonly #worker: Worker;
  readonly #now: () => number;
  readonly #end = new AbortController();
  readonly #under = new Set<Promise<void>>();
  #taking: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(scope: Pick<Scope, 'read' | 'write'>, worker: Worker, now: () => number) {
    this.#scope = scope;
    this.#worker = worker;
    this.#now = now;
  }

  readonly wake = (): void => {
    if (this.#end.signal.aborted) return;
    this.#again = true;
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null;
      if (this.#again) this.wake();
    });
  };

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#taking;
    clearTimeout(this.#timer);
    await Promise.all(this.#under);
  }

  async #take(): Promise<void> {
    clearTimeout(this.#timer);
    let next = LOOK_MS;
    try {
      while (this.#again && !this.#end.signal.aborted) {
        this.#again = false;
        await this.#freeDead();
        while (this.#under.size < AT_ONCE && !this.#end.signal.aborted) {
          const row = await this.#claim();
          if (row === undefined) break;
          const done = this.#do(row).finally(() => {
            this.#under.delete(done);
            this.wake();
          });
          this.#under.add(done);
        }
      }
      const first = await tasks(this.#scope.read, KIND)
        .select((on) => on.fn.min('updated_at').as('at'))
        .where('state', '=', 'queued')
        .executeTakeFirst();
      if (first?.at != null && this.#under.size < AT_ONCE) next = Math.min(next, Math.max(0, first.at - this.#now()));
    } catch (error) {
      this.#worker.onError(error);
    }
    if (!this.#end.signal.aborted) this.#timer = setTimeout(this.wake, next).unref();
  }

  #claim(): Promise<JobRow | undefined> {
    const { lease } = this.#worker;
    return this.#scope.write([], async (db) => {
      const first = await tasks(db, KIND)
        .selectAll()
        .where('state', '=', 'queued')
        .where('updated_at', '<=', this.#now())
        .orderBy('updated_at')
        .orderBy('number')
        .limit(1)
        .executeTakeFirst();
      if (first === undefined) return undefined;
      const set = { state: 'running', lease, progress: String(Number(first.progress) + 1), updated_at: this.#now() };
      await db.updateTable('jobs').set(set).where('number', '=', first.number).execute();
      return { ...first, ...set };
    });
  }

  async #do(row: JobRow): Promise<void> {
    const { signal } = this.#end;
    const at = this.#now();
    const attempt = Number(row.progress);
    let task: StoredTask;
    try {
      task = readTask(row.input);
    } catch (error) {
      // Nobody can ever do what cannot be read, so it is not tried again. The check names it.
      this.#worker.onError(error);
      return this.#change(row, putAside(error));
    }
    try {
      await this.#worker.run(taskOf(row), signal);
      await this.#change(row, null);
    } catch (error) {
      const { retries, pauseMs } = task;
      // Told to end, it did not fail.
      if (signal.aborted) await this.#change(row, { state: 'queued', progress: String(attempt - 1), updated_at: at });
      else if (attempt <= retries)
        await this.#change(row, { state: 'queued', updated_at: this.#now() + pauseMs * 2 ** (attempt - 1) });
      else await this.#change(row, putAside(error));
    }
  }

  /** Changes a task that is still this worker's, or takes it out of the line. */
  async #change(row: JobRow, set: Partial<JobRow> | null): Promise<void> {
    const { lease, onError } = this.#worker;
    const own = (db: Db) => db.selectFrom('jobs').select('number').where('number', '=', row.number).where('lease', '=', lease);
    try {
      await this.#scope.write([], async (db) => {
        if (set === null) await db.deleteFrom('jobs').where('number', 'in', own(db)).execute();
        else
          await db
            .updateTable('jobs')
            .set({ lease: null, ...set })
            .where('number', 'in', own(db))
            .execute();
      });
    } catch (error) {
      onError(error);
    }
  }

  /** Puts back what processes had taken that are dead. */
  async #freeDead(): Promise<void> {
    const { lease: own, isDead } = this.#worker;
    const rows = await tasks(this.#scope.read, KIND)
      .select(['number', 'lease'])
      .where('state', '=', 'running')
      .where('lease', '!=', own)
      .execute();
    for (const { number, lease } of rows) {
      if (!(await isDead(lease))) continue;
      await this.#scope.write([], (db) =>
        db
          .updateTable('jobs')
          .set({ state: 'queued', lease: null })
          .where('number', '=', number)
          .where('lease', '=', lease)
          .execute(),
      );
    }
  }
}

function tasks(db: Db, kind: string) {
  return db.selectFrom('jobs').where('kind', '=', kind);
}

const readTask = columnReader(
  'task',
  (value): value is StoredTask & JsonObject => isRecord(value) && typeof value.kind === 'string' && isRecord(value.input),
);

function putAside(error: unknown): Partial<JobRow> {
  return { state: 'failed', kind: DEAD, error: JSON.stringify(reasonOf(error)) };
}

function taskOf(row: JobRow): Task {
  const { kind, input } = readTask(row.input);
  return { id: row.id, owner: row.owner, kind, input, attempt: Number(row.progress) };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
