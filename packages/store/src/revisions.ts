import { randomUUID } from 'node:crypto';
import type { Json } from '@tenfold/core';
import type { Insertable, Selectable } from 'kysely';
import { readableOf, readJson } from './column-json.ts';
import { Conflict } from './error.ts';
import type { HeadRow } from './head-rows.ts';
import { ownSession } from './ownership.ts';
import { getRow, newestRows, removeRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** What a writer that came too late wanted to write. */
export interface Revision {
  readonly id: string;
  readonly session: SessionId;
  readonly branch: string;
  /** `append`: `content` is the list of messages; `head`: the head; `damaged-head`: the row of one that could not be read whole when it was written over. */
  readonly kind: 'append' | 'head' | 'damaged-head';
  readonly content: Json;
  /** Version it expected, and the one it met. */
  readonly expected: number;
  readonly found: number;
  readonly createdAt: number;
}

/** Kept work of losing writers, newest first. Written by `entries.append` and `heads.swap`. */
export interface Revisions {
  list(session: SessionId): Promise<readonly Revision[]>;
  get(session: SessionId, id: string): Promise<Revision>;
  remove(session: SessionId, id: string): Promise<void>;
}

/** A write that came too late, kept and on disk before its writer is told. */
export interface RejectedWrite {
  readonly conflict: Conflict;
}

/** Keeps what a losing writer wanted to write. */
export async function keepRevision(
  db: Db,
  late: { kind: Revision['kind']; content: Json; expected: number; row: HeadRow; at: number },
): Promise<RejectedWrite> {
  const { kind, content, expected, row, at } = late;
  const id = randomUUID();
  const { session, branch, version: found } = row;
  const revision = { id, session, branch, kind, content: JSON.stringify(content), expected, found, created_at: at };
  await db.insertInto('revisions').values(revision).execute();
  const facts = { session, branch, expected, found, revision: id };
  const message = `The session was updated elsewhere: branch ${branch} is at version ${found}, not ${expected}. What you wrote is kept.`;
  const conflict = new Conflict(message, facts, 'Refresh, then apply the kept revision again or drop it.');
  keptRevisions.set(conflict, revision);
  return { conflict };
}

/** Keeps the row of a head that cannot be read whole, before it is written over. */
export async function keepDamaged(db: Db, { foundEnd: _, ...row }: HeadRow, at: number): Promise<void> {
  const { session, branch, version } = row;
  const revision = { id: randomUUID(), session, branch, kind: 'damaged-head', content: JSON.stringify(row) };
  await db
    .insertInto('revisions')
    .values({ ...revision, expected: version, found: version, created_at: at })
    .execute();
}

const keptRevisions = new WeakMap<object, Insertable<Schema['revisions']>>();

/** Keeps what a losing writer wanted to write although the transaction it was part of is undone. */
export async function keepRejected(scope: Scope, error: unknown): Promise<void> {
  const revision = keptRevisions.get(error as object);
  if (revision !== undefined) await scope.write([], (db) => db.insertInto('revisions').values(revision).execute());
}

/** The revisions of a scope. */
export function createRevisions(scope: Scope): Revisions {
  return {
    async list(session) {
      await ownSession(scope.read, scope.owner, session);
      return readableOf(await newestRows(scope.read, 'revisions', { session }), revisionOf);
    },
    async get(session, id) {
      await ownSession(scope.read, scope.owner, session);
      return revisionOf(await getRow(scope.read, 'revisions', 'revision', { session, id }));
    },
    remove: (session, id) =>
      scope.write([], async (db) => {
        await ownSession(db, scope.owner, session);
        await removeRows(db, 'revisions', { session, id });
      }),
  };
}

function revisionOf(row: Selectable<Schema['revisions']>): Revision {
  return {
    id: row.id,
    session: row.session,
    branch: row.branch,
    kind: row.kind as Revision['kind'],
    content: readJson(row.content),
    expected: row.expected,
    found: row.found,
    createdAt: row.created_at,
  };
}
