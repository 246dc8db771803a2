import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '@tenfold/core';
import { expressionBuilder, type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { readJson, readObject, rowsIn, withFallback } from './column-json.ts';
import { Conflict, LeaseLost } from './error.ts';
import { ownSession } from './ownership.ts';
import { getRow, removeRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Names a job. */
export type JobId = string;

/** The kind of jobs that fold. */
export const FOLD_JOB = 'fold';

/** Where a job is. The last three are final. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** Work in the background. */
export interface Job {
  readonly id: JobId;
  readonly session: SessionId | null;
  readonly kind: string;
  /** While the job is queued or running no other may have the same slot: `fold:<session>` allows one fold at a time. */
  readonly slot: string | null;
  readonly state: JobState;
  /** Fencing token of the process that runs it. */
  readonly lease: number | null;
  readonly input: JsonObject;
  readonly progress: Json;
  readonly result: Json;
  readonly error: JsonObject | null;
  /** Somebody asked whoever works on it to stop. */
  readonly stopping: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it came to its end, by the clock of the store where several machines share one; null before. */
  readonly endedAt: number | null;
}

/** A step of a job. Given `lease`, it is refused once another process has the job. */
export interface JobChange {
  readonly state?: JobState;
  readonly lease?: number;
  readonly progress?: Json;
  readonly result?: Json;
  readonly error?: JsonObject | null;
  readonly at: number;
}

/** The latest jobs of a kind in a session, newest first, and what time it is. */
export interface RecentJobs {
  readonly jobs: readonly Job[];
  /** By the clock that `endedAt` goes by; null where that is the caller's, and where there are none. */
  readonly at: number | null;
}

/** Jobs, newest first. */
export interface Jobs {
  /** A taken slot is a `Conflict` whose facts name the job that has it. */
  create(job: {
    id?: JobId;
    session?: SessionId | null;
    kind: string;
    slot?: string | null;
    state?: 'queued' | 'running';
    lease?: number | null;
    input?: JsonObject;
    at: number;
  }): Promise<Job>;
  get(id: JobId): Promise<Job>;
  list(filter?: {
    session?: SessionId;
    kind?: string;
    lease?: number;
    states?: readonly JobState[];
    limit?: number;
  }): Promise<readonly Job[]>;
  /** When jobs of a kind and state ended, of all since a time. */
  endedAt(ended: { kind: string; state: JobState; since: number }): Promise<readonly number[]>;
  recent(session: SessionId, kind: string): Promise<RecentJobs>;
  /** A final job does not change any more: `Conflict`. A lease that is not the job's own: `LeaseLost`. */
  update(id: JobId, change: JobChange): Promise<Job>;
  /** Asks whoever works on a job to stop: it stays unfinished until that one has. A final job: `Conflict`. */
  stop(id: JobId): Promise<Job>;
  /** Whether a job is still this lease's own and nobody asked it to stop. Within a unit of work it stays so until that is written. */
  holds(id: JobId, lease: number): Promise<boolean>;
  /** Removes what nobody has to know of any more; nothing where it is gone. */
  remove(id: JobId): Promise<void>;
}

type JobRow = Selectable<Schema['jobs']>;

const ACTIVE = ['queued', 'running'];

/** The jobs of a scope. */
export function createJobs(scope: Scope): Jobs {
  return {
    create: (job) => {
      const { slot } = job;
      return scope.write(slot ? [`slot ${scope.owner} ${slot}`] : [], (db) => create(db, scope.owner, job));
    },
    get: async (id) => jobOf(await jobRow(scope.read, scope.owner, id)),
    async list(filter = {}) {
      let query = scope.read.selectFrom('jobs').selectAll().where('owner', '=', scope.owner);
      if (filter.session !== undefined) query = query.where('session', '=', filter.session);
      if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
      if (filter.lease !== undefined) query = query.where('lease', '=', filter.lease);
      if (filter.states !== undefined) query = query.where('state', 'in', filter.states);
      const rows = await query
        .orderBy('number', 'desc')
        .limit(filter.limit ?? 100)
        .execute();
      return rows.map(jobOf);
    },
    async endedAt({ kind, state, since }) {
      const rows = await scope.read
        .selectFrom('jobs')
        .select('updated_at')
        .where('owner', '=', scope.owner)
        .where('kind', '=', kind)
        .where('state', '=', state)
        .where('updated_at', '>=', since)
        .execute();
      return rows.map((row) => row.updated_at);
    },
    recent: async (session, kind) => {
      const [row] = await scope.read
        .selectNoFrom([recentJobs(scope, { owner: scope.owner, session, kind }).as('jobs'), timeOf(scope).as('at')])
        .execute();
      return recentOf(rowsIn<RecentRow>(row?.jobs ?? [], 'list of jobs', isJob), row?.at ?? null);
    },
    update: (id, change) => scope.write([id], (db) => update(db, scope, id, change)),
    stop: (id) => scope.write([id], async (db) => save(db, await unfinished(db, scope.owner, id), { stopping: 1 })),
    holds: (id, lease) =>
      scope.write([id], async (db) => {
        const row = await jobRow(db, scope.owner, id);
        return row.state === 'running' && row.lease === lease && row.stopping === 0;
      }),
    remove: (id) => scope.write([], (db) => removeRows(db, 'jobs', { owner: scope.owner, id })),
  };
}

/** Jobs that are read with a session: the one under way, and how the last ones went. */
const RECENT = 8;
const COLUMNS = [
  'number',
  'id',
  'session',
  'kind',
  'slot',
  'state',
  'lease',
  'input',
  'progress',
  'result',
  'error',
  'stopping',
  'created_at',
  'updated_at',
  'ended_at',
] as const;

type Terms = Pick<Scope, 'rowsAsJson' | 'clock'>;

/** The latest jobs of a kind in a session, as a column of a query. */
export function recentJobs(
  { rowsAsJson }: Terms,
  sought: { readonly owner: string; readonly session: SessionId; readonly kind: string },
) {
  return rowsAsJson(
    expressionBuilder<Schema>()
      .selectFrom('jobs')
      .select(COLUMNS)
      .where('jobs.owner', '=', sought.owner)
      .where('jobs.session', '=', sought.session)
      .where('jobs.kind', '=', sought.kind)
      .orderBy('jobs.number', 'desc')
      .limit(RECENT),
  );
}

/** What time it is, as a column of a query. */
export function timeOf({ clock }: Terms): RawBuilder<number | null> {
  return clock ?? sql<null>`null`;
}

/** What such columns hold. */
export function recentOf(rows: readonly RecentRow[], at: number | null): RecentJobs {
  return { jobs: rows.toSorted((a, b) => b.number - a.number).map(jobOf), at: rows.length === 0 ? null : at };
}

/** A job as it is read with its session. */
export type RecentRow = Pick<JobRow, (typeof COLUMNS)[number]>;

/** Whether a row is one. */
export const isJob = ({ id, state }: JsonObject) => typeof id === 'string' && typeof state === 'string';

async function create(db: Db, owner: string, job: Parameters<Jobs['create']>[0]): Promise<Job> {
  const { id = randomUUID(), session = null, kind, slot = null, state = 'queued', lease = null, input = {}, at } = job;
  if (session !== null) await ownSession(db, owner, session);
  if (slot !== null) await refuseTakenSlot(db, owner, slot);
  const row = {
    id,
    owner,
    session,
    kind,
    slot,
    state,
    lease,
    input: JSON.stringify(input),
    progress: 'null',
    result: 'null',
    error: null,
    created_at: at,
    updated_at: at,
    ended_at: null,
  };
  return jobOf(await db.insertInto('jobs').values(row).returningAll().executeTakeFirstOrThrow());
}

async function refuseTakenSlot(db: Db, owner: string, slot: string): Promise<void> {
  const there = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'state'])
    .where('owner', '=', owner)
    .where('slot', '=', slot)
    .where('state', 'in', ACTIVE)
    .executeTakeFirst();
  if (there === undefined) return;
  const facts = { slot, job: there.id, kind: there.kind, state: there.state };
  throw new Conflict(
    `A ${there.kind} job is already ${there.state} there. Nothing was started.`,
    facts,
    'Wait for it or cancel it.',
  );
}

async function update(db: Db, { owner, clock }: Pick<Scope, 'owner' | 'clock'>, id: JobId, change: JobChange): Promise<Job> {
  const row = await unfinished(db, owner, id);
  if (change.lease !== undefined && row.lease !== null && change.lease !== row.lease)
    throw new LeaseLost({ name: `job ${id}`, expected: change.lease, found: row.lease });
  return save(db, row, {
    state: change.state ?? row.state,
    lease: change.lease ?? row.lease,
    progress: change.progress === undefined ? row.progress : JSON.stringify(change.progress),
    result: change.result === undefined ? row.result : JSON.stringify(change.result),
    error: change.error === undefined ? row.error : change.error === null ? null : JSON.stringify(change.error),
    updated_at: change.at,
    ...(change.state === undefined || ACTIVE.includes(change.state) ? {} : { ended_at: clock ?? change.at }),
  });
}

async function save(db: Db, { number }: JobRow, next: UpdateObject<Schema, 'jobs'>): Promise<Job> {
  return jobOf(await db.updateTable('jobs').set(next).where('number', '=', number).returningAll().executeTakeFirstOrThrow());
}

async function unfinished(db: Db, owner: string, id: JobId): Promise<JobRow> {
  const row = await jobRow(db, owner, id);
  if (!ACTIVE.includes(row.state)) {
    const facts = { job: id, state: row.state };
    throw new Conflict(`Job ${id} is ${row.state} and does not change any more.`, facts, 'Start a new one.');
  }
  return row;
}

function jobRow(db: Db, owner: string, id: JobId): Promise<JobRow> {
  return getRow(db, 'jobs', 'job', { owner, id });
}

const readInput = withFallback(readObject, {});
const readEnd = withFallback(readJson, null);
const readError = withFallback(readObject, null);

/** One that cannot be read has its slot all the same, and is ended like any other. */
function jobOf(row: RecentRow): Job {
  return {
    id: row.id,
    session: row.session,
    kind: row.kind,
    slot: row.slot,
    state: row.state as JobState,
    lease: row.lease,
    input: readInput(row.input),
    progress: readEnd(row.progress),
    result: readEnd(row.result),
    error: row.error === null ? null : readError(row.error),
    stopping: row.stopping === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  };
}
