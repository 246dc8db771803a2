import { sql } from 'kysely';
import type { Frozen } from './frozen.ts';

/** What a provider says of a model stays beside what its owner set, and an owner may lower what is kept free for the answer. */
export async function detectedLimits(db: Frozen): Promise<void> {
  await db.schema.alterTable('model_configs').addColumn('answer_tokens', 'integer').execute();
  await db.schema.alterTable('model_configs').addColumn('detected', 'text').execute();
  await sql`update model_configs set detected = '{"contextWindow":' || context_window || ',"maxOutputTokens":' || max_output_tokens || '}'
    where source = 'api'`.execute(db);
}
