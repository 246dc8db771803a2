import { type QueryExecutorProvider, sql } from 'kysely';

/** People who share a server, and the tokens they come with: of a token only its hash is kept. */
export async function peopleTables(db: QueryExecutorProvider): Promise<void> {
  await sql`create table people (
    id text primary key, name text not null, issuer text, subject text, role text not null, disabled bigint not null default 0,
    created_at bigint not null, updated_at bigint not null)`.execute(db);
  await sql`create unique index people_identity on people (issuer, subject)`.execute(db);
  await sql`create table tokens (
    id text primary key, person text not null references people (id) on delete cascade, name text not null,
    hash text not null unique, scope text not null, created_at bigint not null, expires_at bigint, used_at bigint,
    revoked_at bigint)`.execute(db);
  await sql`create index tokens_by_person on tokens (person)`.execute(db);
}
