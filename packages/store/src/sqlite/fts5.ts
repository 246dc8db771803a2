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

/** Rows that are ranked in about ten milliseconds. */
const MANY = 1_000;
/** Characters that wait to be indexed, at most: few enough to be written in one turn. */
const MAX_WAITING = 1 << 18;

/**
 * FTS5 without a copy of the text, split by Unicode's rules. Substrings inside words are not found; beginnings are.
 *
 * What is added waits for the end of its transaction: FTS5 gathers words in memory and writes them out before each statement between that
 * SQLite may have to undo, which takes longer than gathering them.
 */
export class Fts5 implements FtsIndex {
  readonly #thread: Db | null;
  #waiting: (FtsRow & { readonly db: Db; readonly table: FtsTable })[] = [];
  #chars = 0;

  /** `thread` runs what takes long. */
  constructor(thread: Db | null = null) {
    this.#thread = thread;
  }

  async add(db: Db, table: FtsTable, rows: readonly FtsRow[]): Promise<void> {
    for (const { number, text } of rows) {
      this.#waiting.push({ db, table, number, text });
      this.#chars += text.length;
    }
    if (this.#chars > MAX_WAITING) await this.write();
  }

  /** Indexes what waits. To be called before its transaction ends. */
  async write(): Promise<void> {
    const waiting = this.#waiting;
    this.forget();
    for (const { db, table, number, text } of waiting) await ADD[table](db, { number, text: spaced(text) });
  }

  /** Their transaction was undone. */
  forget(): void {
    this.#waiting = [];
    this.#chars = 0;
  }

  async remove(db: Db, table: FtsTable, number: number): Promise<void> {
    await this.write();
    await sql`delete from ${TABLES[table]} where rowid = ${number}`.execute(db);
  }

  async removeSession(db: Db, session: string): Promise<void> {
    await this.write();
    for (const table of ['entries', 'memories'] as const) {
      await sql`delete from ${TABLES[table]} where rowid in (select number from ${SOURCES[table]} where session = ${session})`.execute(
        db,
      );
    }
  }

  async find(db: Db, table: FtsTable, search: FtsQuery): Promise<readonly number[]> {
    const match = search.phrases.map(({ text, open }) => `"${text.replaceAll('"', ' ')}"${open ? '*' : ''}`).join(' AND ');
    const found = await sql<{ number: number }>`
      select source.number as number
      from ${TABLES[table]} as words
      join ${SOURCES[table]} as source on source.number = words.rowid
      join sessions on sessions.id = source.session
      where words.text match ${match} and sessions.owner = ${search.owner}
        and (${search.session ?? null} is null or source.session = ${search.session ?? null})
      order by words.rank, source.number desc
      limit ${search.limit}`.execute(await this.#placeFor(db, table, match));
    return found.rows.map((row) => row.number);
  }

  /** Where a search is run: every row that matches is ranked, and where they are many nobody should wait for that. */
  async #placeFor(db: Db, table: FtsTable, match: string): Promise<Db> {
    if (this.#thread === null) return db;
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from (select rowid from ${TABLES[table]} as words where words.text match ${match} limit ${MANY})`.execute(
      db,
    );
    return (rows[0]?.found ?? 0) < MANY ? db : this.#thread;
  }
}
