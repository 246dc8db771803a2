import { type QueryExecutorProvider, sql } from 'kysely';

/** How a session is listed; given by the code of the day, since it can always be made again from the record. */
export interface Listing {
  preview(message: string): string | null;
  searched(title: string, preview: string | null): string;
}

/** What a list of sessions shows and searches, kept with the session: a list no longer reads any message. */
export async function sessionList(db: QueryExecutorProvider, listing: Listing): Promise<void> {
  await sql`alter table sessions add column preview text`.execute(db);
  await sql`alter table sessions add column searched text not null default ''`.execute(db);
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; title: string; message: string | null }>`
      select sessions.id, sessions.title, entries.message from sessions
      left join settings on settings.owner = sessions.owner and settings.scope = 'session:' || sessions.id
        and settings.key = 'branch'
        and exists (select 1 from heads where heads.session = sessions.id and heads.branch = json_extract(settings.value, '$'))
      left join heads on heads.session = sessions.id
        and heads.branch = coalesce(json_extract(settings.value, '$'), 'main')
      left join entries on entries.session = sessions.id and entries.id = heads.position
      where sessions.id > ${after} order by sessions.id limit 200`.execute(db);
    for (const { id, title, message } of rows) {
      const preview = message === null ? null : listing.preview(message);
      const searched = listing.searched(title, preview);
      await sql`update sessions set preview = ${preview}, searched = ${searched} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  // Holds all that decides whether a session is listed, so that a search reads no row that it does not show.
  await sql`create index sessions_listed on sessions (owner, touched, archived_at, searched)`.execute(db);
  await sql`drop index sessions_by_owner_touched`.execute(db);
}
