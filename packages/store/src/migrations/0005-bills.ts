import { type QueryExecutorProvider, sql } from 'kysely';

/** Bills a factor stood for, at least: fewer say nothing. */
const MIN_BILLS = 3;

/**
 * The newest bills of a model, by which its factor is the median. A factor of old was a running mean that one request with
 * files could spoil: it is kept, as if it had been billed three times, only where a tokenizer could be the cause.
 */
export async function bills(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table model_configs add column "bills" text`.execute(db);
  await sql`update model_configs set bills = '[' || factor || ',' || factor || ',' || factor || ']'
    where samples >= ${MIN_BILLS} and factor between 0.7 and 1.6`.execute(db);
  await sql`alter table model_configs drop column factor`.execute(db);
  await sql`alter table model_configs drop column samples`.execute(db);
}
