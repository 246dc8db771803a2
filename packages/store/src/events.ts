import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLong, type JsonObject } from '@tenfold/core';
import type { Insertable, Selectable } from 'kysely';
import { readableOf, readObject, written } from './column-json.ts';
import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import { ownedBy, ownSession } from './ownership.ts';
import { recounted, WrongCount } from './recount.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Something that happened to a session, in the order it was stored: what a resumed event stream replays. */
export interface StoredEvent {
  /** Grows within its session: the `Last-Event-ID`. */
  readonly sequence: number;
  readonly session: SessionId;
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

/**
 * The newest events of sessions. Each session counts its own under its lock: one count for all would be committed out of order,
 * and a reader who had seen a later number would never see the earlier one.
 */
export interface Events {
  append(event: { session: SessionId; type: string; actor?: string | null; data?: JsonObject; at: number }): Promise<StoredEvent>;
  /** Events of a session after a sequence number, oldest first, at most `limit` (default 500). One that cannot be read is passed over. */
  after(session: SessionId, sequence: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** The last sequence number of a session, 0 before the first. */
  last(session: SessionId): Promise<number>;
  /** The same of several sessions at once; those that are not there are left out. */
  lasts(sessions: readonly SessionId[]): Promise<ReadonlyMap<SessionId, number>>;
  /** Drops what is older than `before`. Answers how many went. */
  prune(before: number): Promise<number>;
}

/** Events that are kept of each session, whatever their age, and how often the older ones go. */
export const KEPT_EVENTS = 1_000;
const DROP_EVERY = 250;
/** Sessions asked for in one query, and events written with one. */
const PER_QUERY = 500;
const PER_INSERT = 100;

/** The events of a scope. */
export function createEvents(scope: Scope): Events {
  const last = async (session: SessionId) => {
    const { read, owner } = scope;
    const own = read.selectFrom('sessions').select('last_event').where('id', '=', session).where('owner', '=', owner);
    const row = await own.executeTakeFirst();
    if (row === undefined) throw new NotFound('session', session);
    return row.last_event;
  };
  const append: Events['append'] = async (given) => {
    const { session, at, type, actor = null, data = {} } = given;
    const write = async (db: Db) => {
      const row = await db
        .updateTable('sessions')
        .set((on) => ({ last_event: on('last_event', '+', 1) }))
        .where('id', '=', session)
        .where('owner', '=', scope.owner)
        .returning('last_event')
        .executeTakeFirst();
      if (row === undefined) throw new NotFound('session', session);
      if (row.last_event < 1) throw new WrongCount(session);
      await insertEvents(db, { session, last: row.last_event, at }, [{ type, actor, data }]);
      return { session, sequence: row.last_event, type, actor, data, at };
    };
    try {
      return await scope.write([session], write);
    } catch (error) {
      if (!(await recounted(scope, session, error))) throw error;
      return append(given);
    }
  };
  return {
    append,
    async after(session, sequence, limit = 500) {
      const query = scope.read.selectFrom('events').selectAll().where('session', '=', session).where('sequence', '>', sequence);
      const rows = await query
        .where(ownedBy(scope.read, scope.owner, 'events'))
        .orderBy('sequence')
        .limit(limit)
        .execute();
      if (rows.length === 0) await ownSession(scope.read, scope.owner, session);
      return readableOf(rows, eventOf);
    },
    last,
    async lasts(sessions) {
      const found = new Map<SessionId, number>();
      for (let at = 0; at < sessions.length; at += PER_QUERY) {
        const rows = await scope.read
          .selectFrom('sessions')
          .select(['id', 'last_event'])
          .where('id', 'in', sessions.slice(at, at + PER_QUERY))
          .where('owner', '=', scope.owner)
          .execute();
        for (const { id, last_event } of rows) found.set(id, last_event);
      }
      return found;
    },
    prune: (before) =>
      scope.write([], async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('events')
          .where('at', '<', before)
          .where(ownedBy(db, scope.owner, 'events'))
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}

const insertEvent = fixedQuery((db, row: Insertable<Schema['events']>) => db.insertInto('events').values(row));
const dropEvents = fixedQuery((db, { session, through }: { session: SessionId; through: number }) =>
  db.deleteFrom('events').where('session', '=', session).where('sequence', '<=', through),
);

/** Writes what happened to a session with what happened; `last` is the number of the last of them. What is too old to be asked for goes meanwhile. */
export async function insertEvents(
  db: Db,
  { session, last, at }: { session: SessionId; last: number; at: number },
  events: readonly NewEvent[],
): Promise<void> {
  const first = last - events.length + 1;
  for (let from = 0; from < events.length; from += PER_INSERT) {
    if (from > 0) await nextTurn();
    const rows: Insertable<Schema['events']>[] = [];
    for (const { type, actor = null, data: told } of events.slice(from, from + PER_INSERT)) {
      const data = isLong(told) ? (await written(told, '', nextTurn)).text : JSON.stringify(told);
      rows.push({ session, sequence: first + from + rows.length, type, actor, data, at });
    }
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) await insertEvent(db, only);
    else await db.insertInto('events').values(rows).execute();
  }
  if (areMany(last, events.length)) await dropOldEvents(db, session, last);
}

/** Whether old events are to go, with the newest of a session. */
export function areMany(last: number, added: number): boolean {
  return Math.floor(last / DROP_EVERY) > Math.floor((last - added) / DROP_EVERY);
}

/** Drops what is too old to be asked for. */
export async function dropOldEvents(db: Db, session: SessionId, last: number): Promise<void> {
  await dropEvents(db, { session, through: last - KEPT_EVENTS });
}

function eventOf(row: Selectable<Schema['events']>): StoredEvent {
  return { ...row, data: readObject(row.data) };
}
