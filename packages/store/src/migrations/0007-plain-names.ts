import { type QueryExecutorProvider, sql } from 'kysely';

/** Columns that said `line` for a segment, and one that said `joins` for where a unit starts. */
export const RENAMED = [
  ['segments', 'line', 'segment'],
  ['segments', 'parent_line', 'parent_segment'],
  ['entries', 'line', 'segment'],
  ['entries', 'joins', 'unit_start'],
  ['calls', 'line', 'segment'],
  ['folds', 'from_line', 'from_segment'],
  ['folds', 'to_line', 'to_segment'],
  ['heads', 'line', 'segment'],
] as const;

/**
 * Says plain names, and counts events by session: where several servers write, one count for all is committed out of order. Events
 * keep the numbers they have, so a reader goes on where it was.
 */
export async function plainNames(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table lines rename to segments`.execute(db);
  for (const [table, from, to] of RENAMED)
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db);
  await sql`alter table sessions add column last_event bigint not null default 0`.execute(db);
  await sql`update sessions set last_event =
    coalesce((select max(sequence) from events where events.session = sessions.id), 0)`.execute(db);
  await sql`create table session_events (
    session text not null references sessions (id) on delete cascade,
    sequence bigint not null, type text not null, actor text, data text not null, at bigint not null,
    primary key (session, sequence))`.execute(db);
  await sql`insert into session_events select session, sequence, type, actor, data, at
    from events where session is not null`.execute(db);
  await sql`drop table events`.execute(db);
  await sql`alter table session_events rename to events`.execute(db);
}
