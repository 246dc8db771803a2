import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@tenfold/core';
import type pg from 'pg';
import { type Job, type JobWithMetadata, PgBoss } from 'pg-boss';
import { AT_ONCE, type DeadTask, type NewTask, PAUSE_MS, type Queue, RETRIES, type Task, type Worker } from '../queue.ts';

interface Payload {
  readonly owner: string;
  readonly kind: string;
  readonly input: JsonObject;
}

const TASKS = 'tasks';
const DEAD = 'dead-tasks';
/** One who does a task and is not heard of for so long has died with it; it says so twice as often. How often somebody looks for such. */
const HEARTBEAT_S = 5;
const SUPERVISE_S = 2;
const LOOK_S = 1;
/** How long a stop waits for what is under way to end. */
const STOP_MS = 5_000;
const WEEK_S = 7 * 86_400;

/** A line of tasks kept by pg-boss in a schema of its own, through connections that end with it. */
export function createBossQueue(pool: Pick<pg.Pool, 'query' | 'end'>, schema: string): Queue & { close(): Promise<void> } {
  let opened: Promise<PgBoss> | null = null;
  let isWorking = false;
  let onError: Worker['onError'] = () => {};
  const open = (supervise: boolean) => openBoss({ pool, schema, supervise, onError: (error) => onError(error) });
  const boss = () => (opened ??= open(false).catch(forget));
  const forget = (error: unknown): never => {
    opened = null;
    throw error;
  };
  const workers = new Set<string>();
  const wake = async () => {
    const running = await opened?.catch(() => null);
    for (const each of workers) running?.notifyWorker(each);
  };
  const stopBoss = async () => {
    const running = await opened?.catch(() => null);
    opened = null;
    await running?.stop({ close: false, graceful: true, timeout: STOP_MS });
  };
  return {
    async put(task) {
      const running = await boss();
      const id = await running.send(
        TASKS,
        { ...payloadOf(task) },
        { ...sendOptions(task), singletonKey: task.key ?? randomUUID() },
      );
      void wake();
      return id !== null;
    },
    async work(worker) {
      if (isWorking) throw new Error('This process works already.');
      isWorking = true;
      onError = worker.onError;
      await stopBoss();
      opened = open(true).catch(forget);
      const running = await opened;
      const end = new AbortController();
      const options = { pollingIntervalSeconds: LOOK_S };
      const work = async (jobs: Job<Payload>[]) => {
        // There may be more: a worker that only looked once a second would take one a second.
        for (const job of jobs)
          await worker.run(taskOf(job), AbortSignal.any([end.signal, job.signal])).finally(() => setImmediate(wake));
      };
      for (let each = 0; each < AT_ONCE; each++) workers.add(await running.work<Payload>(TASKS, options, work));
      return {
        async stop() {
          workers.clear();
          end.abort();
          await running.offWork(TASKS);
          isWorking = false;
        },
      };
    },
    async size() {
      await boss();
      const { rows } = await pool.query(
        `select count(*)::int as count from ${schema}_tasks.job where name = $1 and state in ('created', 'retry', 'active')`,
        [TASKS],
      );
      return (rows[0] as { count: number }).count;
    },
    async dead() {
      const jobs = await (await boss()).findJobs<Payload>(DEAD);
      return jobs.map((job): DeadTask => ({ ...taskOf(job), reason: reasonIn(job) }));
    },
    async close() {
      await stopBoss();
      await pool.end();
    },
  };
}

interface BossOptions {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly schema: string;
  /** Whether it looks for tasks that somebody left. */
  readonly supervise: boolean;
  onError(error: unknown): void;
}

/** Makes what is not there yet. */
async function openBoss({ pool, schema, supervise, onError }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: `${schema}_tasks`,
    schedule: false,
    supervise,
    superviseIntervalSeconds: SUPERVISE_S,
    // Shorter: who looks a moment too early would wait for the next time.
    monitorIntervalSeconds: SUPERVISE_S / 2,
    // Asks the statistics of all tables, with every look.
    monitorVacuum: false,
  });
  boss.on('error', onError);
  // Of several processes that start at once one makes the tables, and the others wait for it: the library sees to that.
  await boss.start();
  await boss.createQueue(DEAD, { retentionSeconds: 4 * WEEK_S });
  await boss.createQueue(TASKS, {
    policy: 'exclusive',
    deadLetter: DEAD,
    deleteAfterSeconds: 3_600,
    retentionSeconds: WEEK_S,
  });
  // What the library takes is ten seconds at least, and only for a queue that is new.
  const beat = `update ${schema}_tasks.queue set heartbeat_seconds = $1 where name = $2 and heartbeat_seconds is distinct from $1`;
  await pool.query(beat, [HEARTBEAT_S, TASKS]);
  return boss;
}

function payloadOf({ owner, kind, input = {} }: NewTask): Payload {
  return { owner, kind, input };
}

/** pg-boss counts in whole seconds. */
function sendOptions({ retries = RETRIES, pauseMs = PAUSE_MS }: NewTask) {
  return {
    retryLimit: retries,
    retryDelay: Math.ceil(pauseMs / 1_000),
    retryBackoff: pauseMs > 0,
  };
}

function taskOf({ id, data, retryCount }: Job<Payload>): Task {
  return { id, ...data, attempt: retryCount + 1 };
}

function reasonIn({ output, sourceOutput }: JobWithMetadata<Payload>): string {
  const { message } = (sourceOutput ?? output ?? {}) as { message?: string };
  return message ?? 'unknown';
}
