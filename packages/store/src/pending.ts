import { randomUUID } from 'node:crypto';
import type { EntryId, JsonObject, Message } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { NotFound } from './error.ts';
import { headRow } from './head-rows.ts';
import { ownSession, ownSessions } from './ownership.ts';
import type { PendingAnswer, PendingId } from './pending-answer.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Messages on their way: answers that stream, and what waits for its turn. `entries.append({ pending })` completes one. */
export interface Pending {
  begin(answer: {
    id?: PendingId;
    session: SessionId;
    branch?: string;
    after: EntryId | null;
    lease: number;
    /** What there is of it; nothing yet when not given. */
    message?: Message;
    facts?: JsonObject;
    at: number;
  }): Promise<PendingAnswer>;
  /** Stores what has come so far. */
  write(id: PendingId, message: Message, at: number): Promise<void>;
  /** Gives up on it without an entry. */
  drop(id: PendingId): Promise<void>;
  list(filter?: { session?: SessionId; lease?: number }): Promise<readonly PendingAnswer[]>;
}

const NOTHING_YET: Message = { role: 'assistant', parts: [] };

/** The streaming answers of a scope. */
export function pendingOn(scope: Scope): Pending {
  return {
    begin: ({ id = randomUUID(), session, branch = 'main', after, lease, message = NOTHING_YET, facts = {}, at }) =>
      scope.write([session], async (db) => {
        await ownSession(db, scope.owner, session);
        await headRow(db, session, branch);
        return beginAnswer(db, { id, session, branch, after, lease, message, facts, at });
      }),
    write: (id, message, at) =>
      scope.write([], async (db) => {
        const next = { message: JSON.stringify(message), updated_at: at };
        const { numUpdatedRows } = await db
          .updateTable('pending_answers')
          .set(next)
          .where('id', '=', id)
          .where('session', 'in', ownSessions(db, scope.owner))
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new NotFound('pending answer', id);
      }),
    drop: (id) =>
      scope.write([], async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('pending_answers')
          .where('id', '=', id)
          .where('session', 'in', ownSessions(db, scope.owner))
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new NotFound('pending answer', id);
      }),
    async list(filter = {}) {
      let query = scope.read
        .selectFrom('pending_answers')
        .innerJoin('sessions', 'sessions.id', 'pending_answers.session')
        .selectAll('pending_answers')
        .where('sessions.owner', '=', scope.owner);
      if (filter.session !== undefined) query = query.where('pending_answers.session', '=', filter.session);
      if (filter.lease !== undefined) query = query.where('pending_answers.lease', '=', filter.lease);
      return (await query.orderBy('pending_answers.created_at').orderBy('pending_answers.id').execute()).map(answer);
    },
  };
}

/** Writes the row of an answer that is on its way. */
export async function beginAnswer(
  db: Db,
  {
    id,
    session,
    branch,
    after,
    lease,
    message = NOTHING_YET,
    facts,
    at,
  }: Omit<PendingAnswer, 'message' | 'createdAt' | 'updatedAt'> & {
    message?: Message;
    at: number;
  },
): Promise<PendingAnswer> {
  const row = {
    id,
    session,
    branch,
    after_entry: after,
    lease,
    message: JSON.stringify(message),
    facts: JSON.stringify(facts),
    created_at: at,
    updated_at: at,
  };
  await db.insertInto('pending_answers').values(row).execute();
  return answer(row);
}

function answer(row: Selectable<Schema['pending_answers']>): PendingAnswer {
  return {
    id: row.id,
    session: row.session,
    branch: row.branch,
    after: row.after_entry,
    lease: row.lease,
    message: JSON.parse(row.message) as Message,
    facts: JSON.parse(row.facts) as JsonObject,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
