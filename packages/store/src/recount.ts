import { Conflict } from './error.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** Counts in the row of a session are less than nothing: what is counted on from them would be found by nobody. */
export class WrongCount extends Conflict {
  constructor(session: SessionId) {
    super('A count in the row of this session is damaged. Nothing was written.', { session });
  }
}

/**
 * Looks at a write that failed. Where a number was refused because it had been given out before, the counts in the session's row are
 * damaged: they are put right by what is stored. True where they were wrong, so that it may be written again.
 */
export async function recounted(scope: Scope, session: SessionId, error: unknown): Promise<boolean> {
  const isRefused = error instanceof Conflict && ('sqlite' in error.facts || 'sqlstate' in error.facts);
  if (!isRefused && !(error instanceof WrongCount)) return false;
  // Within a transaction that this ended nothing more can be done: it is the next one that finds the counts right.
  return scope.write([session], (db) => recount(db, session)).catch(() => false);
}

/** Puts counts right that are lower than what is stored; false where none is. */
async function recount(db: Db, session: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select(['last_sequence', 'last_event'])
    .where('id', '=', session)
    .executeTakeFirst();
  const newest = (table: 'entries' | 'events') =>
    db
      .selectFrom(table)
      .select((on) => on.fn.max('sequence').as('last'))
      .where('session', '=', session)
      .executeTakeFirst();
  if (row === undefined) return false;
  const last_sequence = Math.max(row.last_sequence, (await newest('entries'))?.last ?? 0);
  const last_event = Math.max(row.last_event, (await newest('events'))?.last ?? 0);
  if (last_sequence === row.last_sequence && last_event === row.last_event) return false;
  await db.updateTable('sessions').set({ last_sequence, last_event }).where('id', '=', session).execute();
  return true;
}
