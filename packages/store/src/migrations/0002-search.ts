import { type QueryExecutorProvider, sql } from 'kysely';

/** How text gets into the index; given by the code of the day, since the index can always be rebuilt from the record. */
export interface Indexing {
  entryWords(message: string): string;
  memoryWords(content: string): string;
}

/**
 * The full-text index, filled from what is already there. Words are split by Unicode's rules and accents ignored;
 * the index keeps no copy of the text.
 */
export async function search(db: QueryExecutorProvider, indexing: Indexing): Promise<void> {
  for (const table of ['entry_words', 'memory_words']) {
    await sql`create virtual table ${sql.table(table)} using fts5(
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`.execute(db);
  }
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ number: number; message: string }>`
      select number, message from entries where number > ${after} order by number limit 500`.execute(db);
    for (const { number, message } of rows) {
      await sql`insert into entry_words (rowid, text) values (${number}, ${indexing.entryWords(message)})`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.number;
  }
  const { rows: memories } = await sql<{ number: number; content_json: string }>`
    select number, content_json from session_snapshots where kind = 'memory'`.execute(db);
  for (const { number, content_json } of memories) {
    await sql`insert into memory_words (rowid, text) values (${number}, ${indexing.memoryWords(content_json)})`.execute(db);
  }
}
