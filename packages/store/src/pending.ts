import { randomUUID } from 'node:crypto';
import type { EntryId, JsonObject, Message } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { NotFound } from './error.ts';
import { headRow } from './head-rows.ts';
import { ownSession } from './ownership.ts';
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
      scope.write(async (db) => {
        await ownSession(db, scope.owner, session);
        await headRow(db, session, branch);
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
      }),
    write: (id, message, at) =>
      scope.write(async (db) => {
        await own(db, scope.owner, id);
        const next = { message: JSON.stringify(message), updated_at: at };
        await db.updateTable('pending_answers').set(next).where('id', '=', id).execute();
      }),
    drop: (id) =>
      scope.write(async (db) => {
        await own(db, scope.owner, id);
        await db.deleteFrom('pending_answers').where('id', '=', id).execute();
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

async function own(db: Db, owner: string, id: PendingId): Promise<void> {
  const row = await db
    .selectFrom('pending_answers')
    .innerJoin('sessions', 'sessions.id', 'pending_answers.session')
    .select('pending_answers.id')
    .where('pending_answers.id', '=', id)
    .where('sessions.owner', '=', owner)
    .executeTakeFirst();
  if (row === undefined) throw new NotFound('pending answer', id);
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
