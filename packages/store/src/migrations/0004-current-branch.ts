import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * The branch that turns go on stands with its session, where it was a setting; what a head was counted at stands with the head,
 * so that a list of sessions need not read them one by one.
 */
export async function currentBranch(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table sessions add column branch text not null default 'main'`.execute(db);
  await sql`alter table heads add column used_tokens integer`.execute(db);
  await sql`alter table heads add column counted_by text`.execute(db);
  const { rows } = await sql<{ owner: string; scope: string; value: string }>`
    select owner, scope, value from settings where key = 'branch' and scope like 'session:%'`.execute(db);
  for (const { owner, scope, value } of rows) {
    const session = scope.slice('session:'.length);
    const branch: unknown = JSON.parse(value);
    await sql`update sessions set branch = ${String(branch)} where id = ${session} and owner = ${owner}
      and exists (select 1 from heads where heads.session = ${session} and heads.branch = ${String(branch)})`.execute(db);
    await sql`delete from settings where owner = ${owner} and scope = ${scope} and key = 'branch'`.execute(db);
  }
}
