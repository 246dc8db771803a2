import { sql } from 'kysely';
import { fixedQuery } from '../fixed-query.ts';
import { type FtsIndex, type FtsQuery, type FtsRow, type FtsTable, spaced } from '../fts.ts';
import type { Db } from '../schema.ts';

const TABLES = { entries: sql.table('entry_words'), memories: sql.table('memory_words') } as const;
const SOURCES = { entries: sql.table('entries'), memories: sql.table('session_snapshots') } as const;

const addTo = (table: FtsTable) =>
  fixedQuery((db, { number, text }: FtsRow) => ({
    compile: () => sql`insert into ${TABLES[table]} (rowid, text) values (${number}, ${text})`.compile(db),
  }));
const ADD = { entries: addTo('entries'), memories: addTo('memories') } as const;

/** FTS5 without a copy of the text, split by Unicode's rules. Substrings inside words are not found; beginnings are. */
export const fts5: FtsIndex = {
  async add(db, table, rows) {
    for (const { number, text } of rows) await ADD[table](db, { number, text: spaced(text) });
  },
  async remove(db, table, number) {
    await sql`delete from ${TABLES[table]} where rowid = ${number}`.execute(db);
  },
  async removeSession(db, session) {
    for (const table of ['entries', 'memories'] as const) {
      await sql`delete from ${TABLES[table]} where rowid in (select number from ${SOURCES[table]} where session = ${session})`.execute(
        db,
      );
    }
  },
  async find(db: Db, table: FtsTable, search: FtsQuery) {
    const match = search.phrases.map(({ text, open }) => `"${text.replaceAll('"', ' ')}"${open ? '*' : ''}`).join(' AND ');
    const found = await sql<{ number: number }>`
      select source.number as number
      from ${TABLES[table]} as words
      join ${SOURCES[table]} as source on source.number = words.rowid
      join sessions on sessions.id = source.session
      where words.text match ${match} and sessions.owner = ${search.owner}
        and (${search.session ?? null} is null or source.session = ${search.session ?? null})
      order by words.rank, source.number desc
      limit ${search.limit} offset ${search.offset}`.execute(db);
    return found.rows.map((row) => row.number);
  },
};
