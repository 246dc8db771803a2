import type { JsonObject, RunId } from '@tenfold/core';
import { type Selectable, sql } from 'kysely';
import { readableOf, readObject } from './column-json.ts';
import { Invalid, NotFound } from './error.ts';
import { ownSession } from './ownership.ts';
import { putRow, updateRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Why a run started. */
export type RunTrigger = 'soft' | 'hard' | 'manual';

/** How a run ended; `unmet`: its folds stand, but a target that was asked for was not reached. */
export type RunOutcome = 'done' | 'degraded' | 'unmet' | 'skipped' | 'failed' | 'cancelled' | 'undone';

/** One condensation, as it is reported. */
export interface Run {
  readonly id: RunId;
  readonly session: SessionId;
  readonly branch: string;
  readonly strategy: string;
  readonly trigger: RunTrigger;
  readonly outcome: RunOutcome;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** In dollars; null where no price is known. */
  readonly cost: number | null;
  readonly report: JsonObject;
  readonly startedAt: number;
  readonly durationMs: number;
  /** 1 to 5, null until somebody rates it. */
  readonly rating: number | null;
  /** Answers stored since, up to the next run that stands. */
  readonly requests: number;
}

type NewRun = Omit<Run, 'rating' | 'requests'>;

/** Condensations, newest first. */
export interface Runs {
  /** Saves a run, or replaces the one of the same id; a rating stays. */
  save(run: NewRun): Promise<Run>;
  list(session: SessionId, filter?: { limit?: number }): Promise<readonly Run[]>;
  /** All of all sessions that started since a time, oldest first, some at a time. */
  since(at: number): AsyncIterable<readonly Run[]>;
  rate(session: SessionId, id: RunId, rating: number): Promise<Run>;
  setOutcome(session: SessionId, id: RunId, outcome: RunOutcome): Promise<Run>;
}

type RunRow = Selectable<Schema['condensation_runs']> & { requests: number };

/** Runs read at a time. */
const AT_ONCE = 200;

/** The runs of a scope. */
export function createRuns(scope: Scope): Runs {
  return {
    save: (run) =>
      scope.write([run.session], async (db) => {
        await ownSession(db, scope.owner, run.session);
        await putRow(db, 'condensation_runs', ['session', 'id'], columns(run));
        return runOf(await runRow(db, run.session, run.id));
      }),
    async list(session, { limit = 100 } = {}) {
      await ownSession(scope.read, scope.owner, session);
      const rows = await scope.read
        .selectFrom('condensation_runs')
        .selectAll()
        .select(requestsSince)
        .where('session', '=', session)
        .orderBy('number', 'desc')
        .limit(limit)
        .execute();
      return readableOf(rows, runOf);
    },
    async *since(at) {
      for (let number = 0; ; ) {
        const rows = await scope.read
          .selectFrom('condensation_runs')
          .innerJoin('sessions', 'sessions.id', 'condensation_runs.session')
          .selectAll('condensation_runs')
          .select(requestsSince)
          .where('sessions.owner', '=', scope.owner)
          .where('condensation_runs.started_at', '>=', at)
          .where('condensation_runs.number', '>', number)
          .orderBy('condensation_runs.number')
          .limit(AT_ONCE)
          .execute();
        yield readableOf(rows, runOf);
        if (rows.length < AT_ONCE) return;
        number = rows.at(-1)?.number ?? number;
      }
    },
    async rate(session, id, rating) {
      if (!Number.isInteger(rating) || rating < 1 || rating > 5)
        throw new Invalid(`A rating is a whole number from 1 to 5, not ${rating}. Nothing was changed.`, {
          rating: String(rating),
        });
      return scope.write([session], (db) => change(db, scope.owner, session, id, { rating }));
    },
    setOutcome: (session, id, outcome) => scope.write([session], (db) => change(db, scope.owner, session, id, { outcome })),
  };
}

async function change(
  db: Db,
  owner: string,
  session: SessionId,
  id: RunId,
  next: { rating?: number; outcome?: string },
): Promise<Run> {
  await ownSession(db, owner, session);
  const row = await runRow(db, session, id);
  await updateRows(db, 'condensation_runs', { number: row.number }, next);
  return runOf({ ...row, ...next });
}

/** A later run is measured on what this one left, so from then on the saving is that one's. */
const requestsSince = sql<number>`(
  select count(*) from ${sql.table('entries')} as entries where entries.session = condensation_runs.session and entries.input_tokens is not null
    and entries.created_at > condensation_runs.started_at and not exists (
      select 1 from ${sql.table('condensation_runs')} as later where later.session = condensation_runs.session
        and later.number > condensation_runs.number and later.branch = condensation_runs.branch
        and later.outcome in ('done', 'degraded', 'unmet') and later.started_at < entries.created_at))`.as('requests');

async function runRow(db: Db, session: SessionId, id: RunId): Promise<RunRow> {
  const row = await db
    .selectFrom('condensation_runs')
    .selectAll()
    .select(requestsSince)
    .where('session', '=', session)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound('condensation', id);
  return row;
}

function columns(run: NewRun) {
  return {
    session: run.session,
    id: run.id,
    branch: run.branch,
    strategy: run.strategy,
    trigger: run.trigger,
    outcome: run.outcome,
    tokens_before: run.tokensBefore,
    tokens_after: run.tokensAfter,
    cost: run.cost,
    report: JSON.stringify(run.report),
    started_at: run.startedAt,
    duration_ms: Math.round(run.durationMs),
  };
}

function runOf(row: RunRow): Run {
  return {
    id: row.id,
    session: row.session,
    branch: row.branch,
    strategy: row.strategy,
    trigger: row.trigger as RunTrigger,
    outcome: row.outcome as RunOutcome,
    tokensBefore: row.tokens_before,
    tokensAfter: row.tokens_after,
    cost: row.cost,
    report: readObject(row.report),
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    rating: row.rating,
    requests: Number(row.requests),
  };
}
