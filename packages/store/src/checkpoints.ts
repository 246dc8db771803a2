import { randomUUID } from 'node:crypto';
import type { Head } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readableOf, readHead, readTexts } from './column-json.ts';
import type { StoredHead } from './head.ts';
import { coverageOf } from './head-coverage.ts';
import { headRow, storedHead } from './head-rows.ts';
import { createBranch } from './heads.ts';
import { ownSession } from './ownership.ts';
import { findRow, getRow, newestRows, removeRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Names a checkpoint. */
export type CheckpointId = string;

/** A labelled head: never a copy. */
export interface Checkpoint {
  readonly id: CheckpointId;
  readonly session: SessionId;
  /** Branch it was taken on. */
  readonly branch: string;
  readonly label: string;
  readonly tags: readonly string[];
  /** Taken by a person: goes last when there are too many. */
  readonly manual: boolean;
  /** `provider:model` the conversation used. */
  readonly model: string | null;
  readonly head: Head;
  /** Entries on its chain. */
  readonly length: number;
  readonly tokenCount: number | null;
  readonly createdAt: number;
}

/** How long checkpoints stay. */
export interface CheckpointRetention {
  /** Default 30 days. */
  readonly days?: number;
  /** Default 50 a session. */
  readonly perSession?: number;
}

/** Labelled heads. */
export interface Checkpoints {
  /** Labels the head a branch has now, or the one that is given. One whose id is there already is that one. */
  create(checkpoint: {
    id?: CheckpointId;
    session: SessionId;
    branch?: string;
    head?: Head;
    label: string;
    tags?: readonly string[];
    manual?: boolean;
    model?: string | null;
    tokenCount?: number | null;
    at: number;
  }): Promise<Checkpoint>;
  get(session: SessionId, id: CheckpointId): Promise<Checkpoint>;
  /** Newest first. */
  list(session: SessionId): Promise<readonly Checkpoint[]>;
  /** How many there are in all sessions. */
  count(): Promise<number>;
  /** A new branch with exactly the checkpoint's head. */
  restore(request: { session: SessionId; checkpoint: CheckpointId; branch: string; at: number }): Promise<StoredHead>;
  /** Drops those over age, then, oldest automatic first, those over the limit. Entries and folds stay. Answers what went. */
  prune(at: number, retention?: CheckpointRetention & { session?: SessionId }): Promise<readonly CheckpointId[]>;
}

const DAY = 86_400_000;

/** The checkpoints of a scope. */
export function createCheckpoints(scope: Scope): Checkpoints {
  return {
    create: (checkpoint) => scope.write([checkpoint.session], (db) => create(db, scope.owner, checkpoint)),
    async get(session, id) {
      await ownSession(scope.read, scope.owner, session);
      return checkpointOf(await getRow(scope.read, 'checkpoints', 'checkpoint', { session, id }));
    },
    async list(session) {
      await ownSession(scope.read, scope.owner, session);
      return readableOf(await newestRows(scope.read, 'checkpoints', { session }), checkpointOf);
    },
    async count() {
      const { count } = await scope.read
        .selectFrom('checkpoints')
        .innerJoin('sessions', 'sessions.id', 'checkpoints.session')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('sessions.owner', '=', scope.owner)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    restore: ({ session, checkpoint, branch, at }) =>
      scope.write([session], async (db) => {
        await ownSession(db, scope.owner, session);
        const { head } = checkpointOf(await getRow(db, 'checkpoints', 'checkpoint', { session, id: checkpoint }));
        return createBranch(db, scope.owner, { session, branch, head, at }, head.folds);
      }),
    prune: (at, retention = {}) => scope.write([], (db) => prune(db, scope.owner, at, retention)),
  };
}

async function create(db: Db, owner: string, checkpoint: Parameters<Checkpoints['create']>[0]): Promise<Checkpoint> {
  const {
    id = randomUUID(),
    session,
    branch = 'main',
    label,
    tags = [],
    manual = false,
    model = null,
    tokenCount = null,
    at,
  } = checkpoint;
  await ownSession(db, owner, session);
  const there = checkpoint.id === undefined ? undefined : await findRow(db, 'checkpoints', { session, id });
  if (there !== undefined) return checkpointOf(there);
  const head = checkpoint.head ?? storedHead(await headRow(db, owner, session, branch)).head;
  const { end } = await coverageOf(db, session, head);
  const row = {
    id,
    session,
    branch,
    label,
    tags: JSON.stringify(tags),
    manual: manual ? 1 : 0,
    model,
    head: JSON.stringify(head),
    length: (end?.position ?? -1) + 1,
    token_count: tokenCount,
    created_at: at,
  };
  return checkpointOf(await db.insertInto('checkpoints').values(row).returningAll().executeTakeFirstOrThrow());
}

async function prune(
  db: Db,
  owner: string,
  at: number,
  { days = 30, perSession = 50, session }: CheckpointRetention & { session?: SessionId },
): Promise<CheckpointId[]> {
  let query = db
    .selectFrom('checkpoints')
    .innerJoin('sessions', 'sessions.id', 'checkpoints.session')
    .select(['checkpoints.number', 'checkpoints.id', 'checkpoints.session', 'checkpoints.manual', 'checkpoints.created_at'])
    .where('sessions.owner', '=', owner);
  if (session !== undefined) query = query.where('checkpoints.session', '=', session);
  const rows = await query.orderBy('checkpoints.number', 'desc').execute();
  const going: typeof rows = [];
  for (const kept of Map.groupBy(rows, (row) => row.session).values()) {
    const young = kept.filter((row) => row.created_at > at - days * DAY);
    for (const row of kept) if (row.created_at <= at - days * DAY) going.push(row);
    // Newest manual ones are kept first, so the oldest automatic one is the first to go.
    const byWorth = [...young.filter((row) => row.manual === 1), ...young.filter((row) => row.manual === 0)];
    for (const row of byWorth.slice(perSession)) going.push(row);
  }
  for (const { number } of going) await removeRows(db, 'checkpoints', { number });
  return going.map((row) => row.id);
}

function checkpointOf(row: Selectable<Schema['checkpoints']>): Checkpoint {
  return {
    id: row.id,
    session: row.session,
    branch: row.branch,
    label: row.label,
    tags: readTexts(row.tags),
    manual: row.manual === 1,
    model: row.model,
    head: readHead(row.head),
    length: row.length,
    tokenCount: row.token_count,
    createdAt: row.created_at,
  };
}
