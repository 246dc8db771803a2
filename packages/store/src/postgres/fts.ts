import { sql } from 'kysely';
import { type FtsIndex, type FtsTable, spaced } from '../fts.ts';
import { tsquery, tsvectors } from './tsvector.ts';

const TABLES = { entries: sql.table('entry_words'), memories: sql.table('memory_words') } as const;
const SOURCES = { entries: sql.table('entries'), memories: sql.table('session_snapshots') } as const;

/** PostgreSQL's index of words, split by our own rules: its parser would take a path or an address for one word. */
export const postgresFts: FtsIndex = {
  async add(db, table, rows) {
    const values = rows.flatMap(({ number, text }) =>
      tsvectors(spaced(text)).map((words) => sql`(cast(${number} as bigint), cast(${words} as tsvector))`),
    );
    if (values.length === 0) return;
    await sql`insert into ${TABLES[table]} (number, words) values ${sql.join(values)}`.execute(db);
  },
  async remove(db, table, number) {
    await sql`delete from ${TABLES[table]} where number = ${number}`.execute(db);
  },
  // Words go with what they are of.
  async removeSession() {},
  async find(db, table: FtsTable, { phrases, owner, session, limit }) {
    const queries = phrases.flatMap((phrase) => tsquery(phrase) ?? []);
    if (queries.length === 0) return [];
    const [words, source] = [TABLES[table], SOURCES[table]];
    // Phrases may stand in different rows of a long text, so each is looked up by itself; the rank is that of the rows that have any.
    const has = queries.map(
      (query) => sql`source.number in (select number from ${words} where words @@ cast(${query} as tsquery))`,
    );
    const any = sql`cast(${queries.map((query) => `(${query})`).join(' | ')} as tsquery)`;
    const { rows } = await sql<{ number: number }>`
      select source.number
      from ${source} as source
      join ${sql.table('sessions')} as sessions on sessions.id = source.session
      where sessions.owner = ${owner} ${session === undefined ? sql`` : sql`and source.session = ${session}`}
        and ${sql.join(has, sql` and `)}
      order by (select max(ts_rank_cd(words, ${any}, 1)) from ${words} where number = source.number) desc, source.number desc
      limit ${limit}`.execute(db);
    return rows.map(({ number }) => number);
  },
};
