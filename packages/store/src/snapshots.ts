import { randomUUID } from 'node:crypto';
import type { EntryId, JsonObject } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { readableOf, readObject } from './column-json.ts';
import { memoryWords } from './fts.ts';
import { ownSession } from './ownership.ts';
import { getRow, newestRows, removeRows } from './rows.ts';
import type { Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** What a snapshot holds. */
export type SnapshotKind = 'title' | 'summary' | 'memory';

/** A summary, title or memory of a session up to an entry. `content` of a summary has `summaryText` and `messageRange`. */
export interface Snapshot {
  readonly id: string;
  readonly session: SessionId;
  readonly kind: SnapshotKind;
  readonly content: JsonObject;
  /** Last entry it includes. */
  readonly messageCutoffId: EntryId | null;
  readonly tokenCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Snapshots, newest first. Memories can be searched with `search.memories`. */
export interface Snapshots {
  create(snapshot: {
    session: SessionId;
    kind: SnapshotKind;
    content: JsonObject;
    messageCutoffId: EntryId | null;
    tokenCount: number;
    at: number;
  }): Promise<Snapshot>;
  latest(session: SessionId, kind: SnapshotKind): Promise<Snapshot | null>;
  list(session: SessionId, kind?: SnapshotKind): Promise<readonly Snapshot[]>;
  remove(session: SessionId, id: string): Promise<void>;
}

/** Where the newest cannot be read, so many are tried. */
const TRIED = 5;

/** The snapshots of a scope. */
export function createSnapshots(scope: Scope): Snapshots {
  return {
    create: ({ session, kind, content, messageCutoffId, tokenCount, at }) =>
      scope.write([session], async (db) => {
        await ownSession(db, scope.owner, session);
        const row = {
          id: randomUUID(),
          session,
          kind,
          content_json: JSON.stringify(content),
          message_cutoff_id: messageCutoffId,
          token_count: tokenCount,
          created_at: at,
          updated_at: at,
        };
        const { number } = await db.insertInto('session_snapshots').values(row).returning('number').executeTakeFirstOrThrow();
        if (kind === 'memory') await scope.fts.add(db, 'memories', [{ number, text: memoryWords(content) }]);
        return snapshotOf({ ...row, number });
      }),
    async latest(session, kind) {
      await ownSession(scope.read, scope.owner, session);
      return readableOf(await newestRows(scope.read, 'session_snapshots', { session, kind }, TRIED), snapshotOf)[0] ?? null;
    },
    async list(session, kind) {
      await ownSession(scope.read, scope.owner, session);
      const match = { session, ...(kind !== undefined && { kind }) };
      return readableOf(await newestRows(scope.read, 'session_snapshots', match), snapshotOf);
    },
    remove: (session, id) =>
      scope.write([session], async (db) => {
        await ownSession(db, scope.owner, session);
        const { number } = await getRow(db, 'session_snapshots', 'snapshot', { session, id });
        await scope.fts.remove(db, 'memories', number);
        await removeRows(db, 'session_snapshots', { number });
      }),
  };
}

function snapshotOf(row: Selectable<Schema['session_snapshots']>): Snapshot {
  return {
    id: row.id,
    session: row.session,
    kind: row.kind as SnapshotKind,
    content: readObject(row.content_json),
    messageCutoffId: row.message_cutoff_id,
    tokenCount: row.token_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
