import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and must not see the current schema.
type Frozen = Kysely<any>;

/** How text gets into the index; given by the code of the day, since the index can always be rebuilt from the record. */
export interface Indexing {
  entryWords(message: string): string;
  memoryWords(content: string): string;
}

/**
 * The full-text index, filled from what is already there. Words are split by Unicode's rules and accents ignored;
 * the index keeps no copy of the text.
 */
export async function search(db: Frozen, indexing: Indexing): Promise<void> {
  for (const table of ['entry_words', 'memory_words']) {
    await sql`create virtual table ${sql.table(table)} using fts5(
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`.execute(db);
  }
  let after = 0;
  for (;;) {
    const rows: { number: number; message: string }[] = await db
      .selectFrom('entries')
      .select(['number', 'message'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(500)
      .execute();
    for (const { number, message } of rows) {
      await sql`insert into entry_words (rowid, text) values (${number}, ${indexing.entryWords(message)})`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  const memories: { number: number; content_json: string }[] = await db
    .selectFrom('session_snapshots')
    .select(['number', 'content_json'])
    .where('kind', '=', 'memory')
    .execute();
  for (const { number, content_json } of memories) {
    await sql`insert into memory_words (rowid, text) values (${number}, ${indexing.memoryWords(content_json)})`.execute(db);
  }
}
