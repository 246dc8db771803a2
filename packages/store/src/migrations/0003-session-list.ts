import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and must not see the current schema.
type Frozen = Kysely<any>;

/** How a session is listed; given by the code of the day, since it can always be made again from the record. */
export interface Listing {
  preview(message: string): string | null;
  searched(title: string, preview: string | null): string;
}

/** What a list of sessions shows and searches, kept with the session: a list no longer reads any message. */
export async function sessionList(db: Frozen, listing: Listing): Promise<void> {
  await sql`alter table sessions add column preview text`.execute(db);
  await sql`alter table sessions add column searched text not null default ''`.execute(db);
  for (let after = ''; ; ) {
    const rows: { id: string; title: string; message: string | null }[] = await db
      .selectFrom('sessions')
      .leftJoin('heads', (join) => join.onRef('heads.session', '=', 'sessions.id').on('heads.branch', '=', 'main'))
      .leftJoin('entries', (join) => join.onRef('entries.session', '=', 'sessions.id').onRef('entries.id', '=', 'heads.position'))
      .select(['sessions.id', 'sessions.title', 'entries.message'])
      .where('sessions.id', '>', after)
      .orderBy('sessions.id')
      .limit(200)
      .execute();
    for (const { id, title, message } of rows) {
      const preview = message === null ? null : listing.preview(message);
      const searched = listing.searched(title, preview);
      await db.updateTable('sessions').set({ preview, searched }).where('id', '=', id).execute();
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  // Holds all that decides whether a session is listed, so that a search reads no row that it does not show.
  await sql`create index sessions_listed on sessions (owner, touched, archived_at, searched)`.execute(db);
  await sql`drop index sessions_by_owner_touched`.execute(db);
}
