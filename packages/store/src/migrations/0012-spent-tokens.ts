import { type QueryExecutorProvider, sql } from 'kysely';

/** What models were asked and gave, by the hour: it stays when the conversation it was spent on goes. */
export async function spentTokens(db: QueryExecutorProvider): Promise<void> {
  await sql`create table spent_tokens (
    owner text not null, hour bigint not null, tokens bigint not null, primary key (owner, hour))`.execute(db);
}
