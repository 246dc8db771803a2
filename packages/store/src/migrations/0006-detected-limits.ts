import { type QueryExecutorProvider, sql } from 'kysely';

/** What a provider says of a model stays beside what its owner set, and an owner may lower what is kept free for the answer. */
export async function detectedLimits(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table model_configs add column "answer_tokens" integer`.execute(db);
  await sql`alter table model_configs add column "detected" text`.execute(db);
  await sql`update model_configs set detected = '{"contextWindow":' || context_window || ',"maxOutputTokens":' || max_output_tokens || '}'
    where source = 'api'`.execute(db);
}
