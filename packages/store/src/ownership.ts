import { NotFound } from './error.ts';
import type { Db } from './schema.ts';

/** The sessions of an owner, for a statement that is to touch no others. */
export function ownSessions(db: Db, owner: string) {
  return db.selectFrom('sessions').select('id').where('owner', '=', owner);
}

/** Refuses a session that is not there or is somebody else's. */
export async function ownSession(db: Db, owner: string, id: string): Promise<void> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', id).where('owner', '=', owner).executeTakeFirst();
  if (row === undefined) throw new NotFound('session', id);
}
