import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Gives messages that wait a place in their session's line, and lets any process ask the one that answers to stop. No clock says who
 * was first where several machines write, so places are counted; those that wait already are counted by the time they came.
 */
export async function turnSlots(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table pending_answers add column place bigint`.execute(db);
  await sql`alter table pending_answers add column stopping bigint not null default 0`.execute(db);
  await sql`update pending_answers set place = (select count(*) from pending_answers as other
    where other.session = pending_answers.session and (other.created_at < pending_answers.created_at
      or (other.created_at = pending_answers.created_at and other.id <= pending_answers.id)))
    where facts like '%"waits":true%'`.execute(db);
}
