import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { Invalid } from './error.ts';
import { ownSession } from './ownership.ts';
import { LEFT } from './pending-answer.ts';
import type { ProjectId } from './project.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { newSessionId } from './session-id.ts';
import { storableText } from './storable.ts';
import { indexRows, insertRows, readSlices, type TableRow } from './table-rows.ts';
import { sessionWords } from './touch-session.ts';

/** All rows of a session, the session's own first: `sessions.copy` makes another of them, in whatever store. */
export type SessionRows = AsyncIterable<{ readonly table: keyof Schema; readonly rows: readonly TableRow[] }>;

/** What is not the original's. */
export interface CopiedAs {
  readonly title: string;
  /** Where it stands: a project of that id has to be there. */
  readonly project: ProjectId | null;
  readonly at: number;
}

/**
 * What a session consists of, and the order of its rows. What was told of it (events), what was at work on it (jobs) and what its clients
 * might send again (keys of appends) is of the original alone.
 */
const PARTS = {
  segments: ['segment'],
  entries: ['sequence'],
  calls: ['call_id', 'segment', 'position'],
  folds: ['number'],
  heads: ['branch'],
  session_snapshots: ['number'],
  checkpoints: ['number'],
  condensation_runs: ['number'],
  revisions: ['number'],
  pending_answers: ['id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

/** Those whose ids no other session has. */
const NAMED = new Set<keyof Schema>(['session_snapshots', 'checkpoints', 'revisions', 'pending_answers']);

/** The rows of a session. */
export async function* rowsOf({ read, owner }: Scope, session: SessionId): SessionRows & AsyncGenerator {
  await ownSession(read, owner, session);
  const parts = [
    { table: 'sessions', keys: ['id'], of: { id: session } } as const,
    ...Object.entries(PARTS).map(([table, keys]) => ({ table: table as keyof typeof PARTS, keys, of: { session } })),
    { table: 'settings', keys: ['key'], of: { owner, scope: `session:${session}` } } as const,
  ];
  for (const part of parts) for await (const rows of readSlices(read, part)) yield { table: part.table, rows };
}

/** Writes a session of another's rows, slice by slice: where it is to be there whole or not at all, into staged sessions. */
export async function copySession(scope: Scope, given: SessionRows, as: CopiedAs): Promise<SessionId> {
  const id = newSessionId(as.at);
  let isThere = false;
  for await (const { table, rows } of given) {
    const [first] = rows;
    if (table === 'sessions' && first !== undefined) {
      await scope.write([id], (db) => insertSession(db, scope, { ...(first as SessionRow), id }, as));
      isThere = true;
    } else await scope.write([id], (db) => insertPart(db, scope, table, rows, id));
  }
  if (!isThere) throw new Invalid('There is no session in these rows. Nothing was written.', {});
  return id;
}

type SessionRow = Selectable<Schema['sessions']>;

async function insertSession(db: Db, scope: Scope, row: SessionRow, { title, project }: CopiedAs): Promise<void> {
  const called = storableText(title);
  const own = {
    owner: scope.owner,
    touched: scope.nextTouch(scope.owner),
    title: called,
    searched: sessionWords(called, row.preview),
    kind: project === null ? 'chat' : 'project',
    project,
    last_event: 0,
    archived_at: null,
    pinned_at: null,
  };
  await db
    .insertInto('sessions')
    .values({ ...row, ...own })
    .execute();
}

async function insertPart(
  db: Db,
  scope: Scope,
  table: keyof Schema,
  rows: readonly TableRow[],
  session: SessionId,
): Promise<void> {
  if (table === 'settings') {
    await insertRows(
      db,
      table,
      rows.map((row) => ({ ...row, owner: scope.owner, scope: `session:${session}` })),
    );
    return;
  }
  const isNumbered = rows.some((row) => 'number' in row);
  const copies = rows.map(({ number: _, ...row }) => ({
    ...row,
    session,
    ...(NAMED.has(table) && { id: randomUUID() }),
    // Whoever worked on it is a process of another store.
    ...(table === 'pending_answers' && { lease: LEFT }),
  }));
  const written = await insertRows(db, table, copies, isNumbered ? sql`returning number` : sql``);
  // Numbers are given out in the order of the rows.
  const numbers = written.map(({ number }) => Number(number)).toSorted((a, b) => a - b);
  await indexRows(
    scope,
    db,
    table,
    copies.map((row, at) => ({ ...row, number: numbers[at] })),
  );
}
