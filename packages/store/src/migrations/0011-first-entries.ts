import { type QueryExecutorProvider, sql } from 'kysely';

/** Whether anybody has a conversation is asked by its first entry: found at once, however many sessions there are. */
export async function firstEntries(db: QueryExecutorProvider): Promise<void> {
  await sql`create index entries_first on entries (id, session) where position = 0`.execute(db);
}
