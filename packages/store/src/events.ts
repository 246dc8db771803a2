import type { JsonObject } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { ownSession } from './ownership.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Something that happened, in the order it was stored: what a resumed event stream replays. */
export interface StoredEvent {
  /** Grows over the whole store: the `Last-Event-ID`. */
  readonly sequence: number;
  readonly session: SessionId | null;
  readonly type: string;
  readonly actor: string | null;
  readonly data: JsonObject;
  readonly at: number;
}

/** Something that happens to a session in the same transaction as what it tells of. */
export interface NewEvent {
  readonly type: string;
  readonly actor?: string | null;
  readonly data: JsonObject;
}

/** The store's event sequence. */
export interface Events {
  append(event: {
    session?: SessionId | null;
    type: string;
    actor?: string | null;
    data?: JsonObject;
    at: number;
  }): Promise<StoredEvent>;
  /** Events after a sequence number, oldest first, at most `limit` (default 500); of one session where it is named. */
  after(sequence: number, filter?: { session?: SessionId; limit?: number }): Promise<readonly StoredEvent[]>;
  /** The last sequence number, 0 before the first. */
  last(): Promise<number>;
  /** Drops all but the newest `keep`; a reader that is further behind must refresh. Answers how many went. */
  prune(keep: number): Promise<number>;
}

/** The events of a scope. */
export function eventsOn(scope: Scope): Events {
  return {
    append: ({ session = null, type, actor = null, data = {}, at }) =>
      scope.write(async (db) => {
        if (session !== null) await ownSession(db, scope.owner, session);
        const row = { owner: scope.owner, session, type, actor, data: JSON.stringify(data), at };
        const { insertId } = await db.insertInto('events').values(row).executeTakeFirstOrThrow();
        return event({ ...row, sequence: Number(insertId) });
      }),
    async after(sequence, { session, limit = 500 } = {}) {
      let query = scope.read.selectFrom('events').selectAll().where('owner', '=', scope.owner).where('sequence', '>', sequence);
      if (session !== undefined) query = query.where('session', '=', session);
      return (await query.orderBy('sequence').limit(limit).execute()).map(event);
    },
    async last() {
      const row = await scope.read
        .selectFrom('events')
        .select((on) => on.fn.max('sequence').as('sequence'))
        .where('owner', '=', scope.owner)
        .executeTakeFirst();
      return row?.sequence ?? 0;
    },
    prune: (keep) =>
      scope.write(async (db) => {
        const oldest = await db
          .selectFrom('events')
          .select('sequence')
          .where('owner', '=', scope.owner)
          .orderBy('sequence', 'desc')
          .offset(keep)
          .limit(1)
          .executeTakeFirst();
        if (oldest === undefined) return 0;
        const { numDeletedRows } = await db
          .deleteFrom('events')
          .where('owner', '=', scope.owner)
          .where('sequence', '<=', oldest.sequence)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}

/** Writes what happened to a session with what happened. */
export async function insertEvents(
  db: Db,
  owner: string,
  session: SessionId,
  events: readonly NewEvent[],
  at: number,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, actor = null, data }) => ({ owner, session, type, actor, data: JSON.stringify(data), at }));
  await db.insertInto('events').values(rows).execute();
}

function event(row: Selectable<Schema['events']>): StoredEvent {
  return {
    sequence: row.sequence,
    session: row.session,
    type: row.type,
    actor: row.actor,
    data: JSON.parse(row.data) as JsonObject,
    at: row.at,
  };
}
