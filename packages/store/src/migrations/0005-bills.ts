import { sql } from 'kysely';
import type { Frozen } from './frozen.ts';

/** Bills a factor stood for, at least: fewer say nothing. */
const MIN_BILLS = 3;

/**
 * The newest bills of a model, by which its factor is the median. A factor of old was a running mean that one request with
 * files could spoil: it is kept, as if it had been billed three times, only where a tokenizer could be the cause.
 */
export async function bills(db: Frozen): Promise<void> {
  await db.schema.alterTable('model_configs').addColumn('bills', 'text').execute();
  await sql`update model_configs set bills = '[' || factor || ',' || factor || ',' || factor || ']'
    where samples >= ${MIN_BILLS} and factor between 0.7 and 1.6`.execute(db);
  for (const column of ['factor', 'samples']) await db.schema.alterTable('model_configs').dropColumn(column).execute();
}
