import { StoreCorrupt } from '../error.ts';
import type { Connection } from './connection.ts';

type Row = Readonly<Record<string, unknown>>;

/** Letters of what is left of a title and its last message that stand for the title. */
const TITLE = 80;

/**
 * Puts a table of sessions that can be read in the place of one with damaged pages, where no session could be listed. Those whose row cannot
 * be read stand there with what else is known of them, so that their messages are found and exported. For copies only.
 */
export function salvageSessions(connection: Connection): void {
  const rows = (text: string, ...given: unknown[]): readonly Row[] | null => {
    try {
      return connection.prepare(text).all(given) as Row[];
    } catch (error) {
      if (error instanceof StoreCorrupt) return null;
      throw error;
    }
  };
  if (rows('select * from sessions order by owner, touched') !== null && rows('select * from sessions not indexed') !== null)
    return;
  const indexed = rows('select rowid as number, id from sessions indexed by sqlite_autoindex_sessions_1') ?? [];
  const listed = rows('select rowid as number, owner, touched, searched from sessions indexed by sessions_listed') ?? [];
  const numbers = new Map(indexed.map(({ id, number }) => [String(id), number]));
  const left = new Map(listed.map((row) => [row.number, row]));
  const ids = new Set([
    ...numbers.keys(),
    ...(rows('select distinct session as id from heads') ?? []).map(({ id }) => String(id)),
  ]);
  const kept = [...ids].map((id) => {
    const whole = rows('select * from sessions where id = ?', id)?.[0];
    return whole ?? stubOf(id, left.get(numbers.get(id)) ?? {}, rows);
  });
  const [table] = rows("select sql from sqlite_master where type = 'table' and name = 'sessions'") ?? [];
  // Other tables are to refer to the new one.
  for (const pragma of ['foreign_keys = off', 'legacy_alter_table = on']) connection.pragma(pragma);
  for (const text of ['begin immediate', 'alter table sessions rename to damaged_sessions', String(table?.sql)])
    connection.prepare(text).run([]);
  for (const row of kept) {
    const names = Object.keys(row);
    const insert = `insert into sessions (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`;
    connection.prepare(insert).run(Object.values(row));
  }
  connection.prepare('commit').run([]);
  for (const pragma of ['legacy_alter_table = off', 'foreign_keys = on']) connection.pragma(pragma);
}

/** A session of which only what other tables and indexes have is known. */
function stubOf(id: string, listed: Row, rows: (text: string, ...given: unknown[]) => readonly Row[] | null): Row {
  const most = (table: string) => rows(`select max(sequence) as most from ${table} where session = ?`, id)?.[0]?.most ?? 0;
  const heads = rows('select branch, updated_at from heads where session = ?', id) ?? [];
  const head = heads.find(({ branch }) => branch === 'main') ?? heads[0];
  const searched = String(listed.searched ?? '');
  const at = head?.updated_at ?? 0;
  return {
    id,
    owner: listed.owner ?? 'local',
    kind: 'chat',
    title: `Damaged: ${[...searched].slice(0, TITLE).join('') || id}`,
    last_sequence: most('entries'),
    touched: listed.touched ?? 0,
    version: 1,
    created_at: at,
    updated_at: at,
    searched,
    branch: head?.branch ?? 'main',
    last_event: most('events'),
  };
}
