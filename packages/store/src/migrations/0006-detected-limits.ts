import { type Kysely, sql } from 'kysely';

/** What a provider says of a model stays beside what its owner set, and an owner may lower what is kept free for the answer. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and must not see the current schema.
export async function detectedLimits(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('model_configs').addColumn('answer_tokens', 'integer').execute();
  await db.schema.alterTable('model_configs').addColumn('detected', 'text').execute();
  await sql`update model_configs set detected = '{"contextWindow":' || context_window || ',"maxOutputTokens":' || max_output_tokens || '}'
    where source = 'api'`.execute(db);
}
