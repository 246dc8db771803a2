import { type Kysely, sql } from 'kysely';

/**
 * The branch that turns go on stands with its session, where it was a setting; what a head was counted at stands with the head,
 * so that a list of sessions need not read them one by one.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and must not see the current schema.
export async function currentBranch(db: Kysely<any>): Promise<void> {
  await sql`alter table sessions add column branch text not null default 'main'`.execute(db);
  await sql`alter table heads add column used_tokens integer`.execute(db);
  await sql`alter table heads add column counted_by text`.execute(db);
  const set: { owner: string; scope: string; value: string }[] = await db
    .selectFrom('settings')
    .select(['owner', 'scope', 'value'])
    .where('key', '=', 'branch')
    .where('scope', 'like', 'session:%')
    .execute();
  for (const { owner, scope, value } of set) {
    const session = scope.slice('session:'.length);
    const branch: unknown = JSON.parse(value);
    const head = await db
      .selectFrom('heads')
      .select('branch')
      .where('session', '=', session)
      .where('branch', '=', String(branch))
      .executeTakeFirst();
    if (head !== undefined)
      await db.updateTable('sessions').set(head).where('id', '=', session).where('owner', '=', owner).execute();
    await db.deleteFrom('settings').where('owner', '=', owner).where('scope', '=', scope).where('key', '=', 'branch').execute();
  }
}
