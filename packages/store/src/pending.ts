import { randomUUID } from 'node:crypto';
import type { EntryId, JsonObject, Message } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readMessage, readObject, withFallback } from './column-json.ts';
import { LeaseLost, NotFound, TurnTaken } from './error.ts';
import { headRow } from './head-rows.ts';
import { ownedBy } from './ownership.ts';
import { LEFT, type PendingAnswer, type PendingId } from './pending-answer.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Messages on their way: answers that stream, and what waits for its turn. `entries.append({ pending })` completes one. */
export interface Pending {
  /** Takes the session's turn for an answer; refused by `TurnTaken` as `append` refuses it. */
  begin(answer: {
    id?: PendingId;
    session: SessionId;
    branch?: string;
    after: EntryId | null;
    lease: number;
    /** What there is of it; nothing yet when not given. */
    message?: Message;
    facts?: JsonObject;
    /** The place it had in line. */
    place?: number | null;
    at: number;
  }): Promise<PendingAnswer>;
  /** Puts a message in the session's line, behind all that wait there. */
  enqueue(message: Omit<Parameters<Pending['begin']>[0], 'place'>): Promise<PendingAnswer>;
  /** Stores what has come so far; refused for who no longer has the row. */
  write(row: Pick<PendingAnswer, 'id' | 'lease'>, message: Message, at: number): Promise<void>;
  /** Gives up on it without an entry. */
  drop(id: PendingId): Promise<void>;
  /** Asks whoever answers in a session to stop; false where nobody does. */
  stop(session: SessionId): Promise<boolean>;
  /** Takes everything in a session, or one row of it, from a process that is done with it: should it wake, it is refused. */
  leave(session: SessionId, lease: number, id?: PendingId): Promise<void>;
  /** Takes over all that a living process offers in a session: its answer, then its messages in line. Nothing where another was first. */
  take(session: SessionId, from: number, lease: number): Promise<readonly PendingAnswer[]>;
  list(filter?: { session?: SessionId; lease?: number; stopping?: true }): Promise<readonly PendingAnswer[]>;
}

const NOTHING_YET: Message = { role: 'assistant', parts: [] };

/** The streaming answers of a scope. */
export function createPending(scope: Scope): Pending {
  return {
    begin: (answer) => enter(scope, answer, takeTurn),
    enqueue: (message) =>
      enter(scope, message, async (db, row) => {
        const last = await db
          .selectFrom('pending_answers')
          .select((on) => on.fn.max('place').as('place'))
          .where('session', '=', row.session)
          .executeTakeFirst();
        return insertPending(db, { ...row, place: (last?.place ?? 0) + 1 });
      }),
    write: ({ id, lease }, message, at) =>
      scope.write([], async (db) => {
        const next = { message: JSON.stringify(message), updated_at: at };
        const { numUpdatedRows } = await db
          .updateTable('pending_answers')
          .set(next)
          .where('id', '=', id)
          .where('lease', '=', lease)
          .where(ownedBy(db, scope.owner, 'pending_answers'))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new NotFound('pending answer', id);
      }),
    drop: (id) =>
      scope.write([], async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('pending_answers')
          .where('id', '=', id)
          .where(ownedBy(db, scope.owner, 'pending_answers'))
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new NotFound('pending answer', id);
      }),
    stop: (session) =>
      scope.write([], async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('pending_answers')
          .set({ stopping: 1 })
          .where('session', '=', session)
          .where(ownedBy(db, scope.owner, 'pending_answers'))
          .where('place', 'is', null)
          .where('lease', '<>', LEFT)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
    leave: (session, lease, id) =>
      scope.write([session], async (db) => {
        const rows = db
          .updateTable('pending_answers')
          .set({ lease: LEFT })
          .where('session', '=', session)
          .where(ownedBy(db, scope.owner, 'pending_answers'))
          .where('lease', '=', lease);
        await (id === undefined ? rows : rows.where('id', '=', id)).execute();
      }),
    take: (session, from, lease) =>
      scope.write([session], async (db) => {
        const rows = await db
          .updateTable('pending_answers')
          .set({ lease })
          .where('session', '=', session)
          .where(ownedBy(db, scope.owner, 'pending_answers'))
          .where('lease', '=', from)
          .returningAll()
          .execute();
        return rows.map(answer).toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
      }),
    async list(filter = {}) {
      let query = scope.read
        .selectFrom('pending_answers')
        .innerJoin('sessions', 'sessions.id', 'pending_answers.session')
        .selectAll('pending_answers')
        .where('sessions.owner', '=', scope.owner);
      if (filter.session !== undefined) query = query.where('pending_answers.session', '=', filter.session);
      if (filter.lease !== undefined) query = query.where('pending_answers.lease', '=', filter.lease);
      if (filter.stopping) query = query.where('pending_answers.stopping', '=', 1);
      return (await query.orderBy('pending_answers.created_at').orderBy('pending_answers.id').execute()).map(answer);
    },
  };
}

/** A row that is to be written. */
interface NewRow extends Pick<PendingAnswer, 'id' | 'session' | 'branch' | 'after' | 'lease' | 'facts' | 'place'> {
  readonly message?: Message;
  readonly at: number;
}

/** Writes a row for a session of one's own, under its lock. */
function enter(
  scope: Scope,
  { id = randomUUID(), session, branch = 'main', facts = {}, place = null, ...given }: Parameters<Pending['begin']>[0],
  write: (db: Db, row: NewRow) => Promise<PendingRow>,
): Promise<PendingAnswer> {
  return scope.write([session], async (db) => {
    await headRow(db, scope.owner, session, branch);
    return answer(await write(db, { id, session, branch, facts, place, ...given }));
  });
}

/** Writes the row of an answer where no other process has the turn, and none a message in line before its own. */
export async function takeTurn(db: Db, row: NewRow): Promise<PendingRow> {
  const { session, lease, place } = row;
  const rows = await db.selectFrom('pending_answers').select(['lease', 'place']).where('session', '=', session).execute();
  const first = blocking(rows, lease, place)[0];
  if (first !== undefined) throw new TurnTaken({ session, lease: first.lease });
  return insertPending(db, { ...row, place: null });
}

/**
 * What of a session's rows stands before a process that wants its turn: answers of others, and messages of others that came before all of
 * its own. In which order its own go is the process's affair.
 */
export function blocking<Row extends Pick<PendingAnswer, 'lease' | 'place'>>(
  rows: readonly Row[],
  lease: number,
  place: number | null = null,
): readonly Row[] {
  let rank = place ?? Number.POSITIVE_INFINITY;
  for (const row of rows) if (row.lease === lease) rank = Math.min(rank, row.place ?? Number.POSITIVE_INFINITY);
  return rows.filter((row) => row.lease !== lease && row.lease !== LEFT && (row.place === null || row.place < rank));
}

/** Removes the row of an answer, or of a message that waited, which is in the record now. */
export async function completeAnswer(
  db: Db,
  { id, lease }: Pick<PendingAnswer, 'id' | 'lease'>,
): Promise<Pick<PendingAnswer, 'place'>> {
  const gone = await db
    .deleteFrom('pending_answers')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('place')
    .executeTakeFirst();
  if (gone === undefined) throw new LeaseLost({ name: `answer ${id}`, expected: lease });
  return gone;
}

/** Writes a row. */
export async function insertPending(db: Db, { after, message = NOTHING_YET, facts, at, ...given }: NewRow): Promise<PendingRow> {
  const row = {
    ...given,
    after_entry: after,
    message: JSON.stringify(message),
    facts: JSON.stringify(facts),
    stopping: 0,
    created_at: at,
    updated_at: at,
  };
  await db.insertInto('pending_answers').values(row).execute();
  return row;
}

type PendingRow = Selectable<Schema['pending_answers']>;

const readSaid = withFallback(readMessage, NOTHING_YET);
const readFacts = withFallback(readObject, {});

/** One that cannot be read holds its session's turn all the same, and is given up like any other. */
function answer(row: PendingRow): PendingAnswer {
  return {
    id: row.id,
    session: row.session,
    branch: row.branch,
    after: row.after_entry,
    lease: row.lease,
    message: readSaid(row.message),
    facts: readFacts(row.facts),
    place: row.place,
    stopping: row.stopping === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
