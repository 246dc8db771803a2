import { type QueryExecutorProvider, sql } from 'kysely';

/** Sessions that stay on top of a list, and names people give to branches. */
export async function pinsAndLabels(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table sessions add column pinned_at bigint`.execute(db);
  await sql`alter table heads add column label text`.execute(db);
}
