import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';
import type { Session, SessionKind } from './session.ts';

/** A session as its row has it. */
export type SessionRow = Selectable<Schema['sessions']>;

/** A session as it is handed out. */
export function sessionOf(
  row: Omit<SessionRow, 'owner' | 'touched' | 'last_sequence' | 'last_event' | 'preview' | 'searched'>,
): Session {
  return {
    id: row.id,
    kind: row.kind as SessionKind,
    project: row.project,
    title: row.title,
    profile: row.profile,
    strategy: row.strategy,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
    pinnedAt: row.pinned_at,
    branch: row.branch,
  };
}
