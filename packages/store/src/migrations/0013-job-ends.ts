import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Lets any process ask the one that works on a job to stop, and keeps when a job ended by a clock that all who share the store go by. Of
 * those that ended before, the clock of whoever wrote them is all there is.
 */
export async function jobEnds(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table jobs add column stopping bigint not null default 0`.execute(db);
  await sql`alter table jobs add column ended_at bigint`.execute(db);
  await sql`update jobs set ended_at = updated_at where state not in ('queued', 'running')`.execute(db);
}
