import { expressionBuilder, sql } from 'kysely';
import { NotFound } from './error.ts';
import { fixedQuery } from './fixed-query.ts';
import type { Db, Schema } from './schema.ts';

/**
 * Whether the session of a row is an owner's, for a statement that is to touch no others. It is asked of that session alone: a list of all that
 * an owner has would be made anew for every statement.
 */
export function ownedBy(db: Db, owner: string, table: 'heads' | 'pending_answers' | 'events') {
  const session = sql.ref<string>(`${table}.session`);
  const own = db
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.id', '=', session)
    .where('sessions.owner', '=', owner);
  return expressionBuilder<Schema>().exists(own);
}

const sessionOf = fixedQuery((db, { id, owner }: { id: string; owner: string }) =>
  db.selectFrom('sessions').select('id').where('id', '=', id).where('owner', '=', owner),
);

/** Refuses a session that is not there or is somebody else's. */
export async function ownSession(db: Db, owner: string, id: string): Promise<void> {
  if ((await sessionOf(db, { id, owner })).length === 0) throw new NotFound('session', id);
}
