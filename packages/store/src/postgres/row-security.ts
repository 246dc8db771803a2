import { sql } from 'kysely';
import { StoreUnsupported } from '../error.ts';
import { SHARED } from '../profiles.ts';
import type { Db, Schema } from '../schema.ts';

/** Who statements are run as: a role that owns no table, and the principal whose rows it sees. */
export interface Principal {
  /** Null where the role that signs in is itself held to the rules. */
  readonly role: string | null;
  readonly owner: string;
}

/** Sees the rows of all: moving a store, tidying up after the dead, searching by a statement that names the owner. */
export const EVERYBODY = '*';

/** Sees people and their tokens and no other row: whoever lets people in does not know yet who they are. */
export const DOOR = '*door';

/** The role without rights of its own, one for all databases of a cluster. */
const ROLE = 'tenfold_app';
const NOBODY = `coalesce(current_setting('tenfold.owner', true), '')`;
const AT_DOOR = `${NOBODY} in ('${DOOR}', '${EVERYBODY}')`;
const OWN = `(owner = ${NOBODY} or ${NOBODY} = '${EVERYBODY}')`;
// Looked up row by row: for `exists` a planner may make a list of all sessions a person has, for every statement.
const OF_SESSION = '(select true from sessions where sessions.id = session)';

/** Which rows of a table a principal sees and writes. Without a principal there is none. */
const RULES: Readonly<Record<keyof Schema | 'entry_words' | 'memory_words' | 'migrations', string>> = {
  projects: OWN,
  sessions: OWN,
  model_configs: OWN,
  profiles: OWN,
  presets: OWN,
  settings: OWN,
  answers: OWN,
  spent_tokens: OWN,
  jobs: OWN,
  segments: OF_SESSION,
  entries: OF_SESSION,
  calls: OF_SESSION,
  append_keys: OF_SESSION,
  folds: OF_SESSION,
  heads: OF_SESSION,
  session_snapshots: OF_SESSION,
  checkpoints: OF_SESSION,
  condensation_runs: OF_SESSION,
  revisions: OF_SESSION,
  pending_answers: OF_SESSION,
  events: OF_SESSION,
  entry_words: '(select true from entries where entries.number = entry_words.number)',
  memory_words: '(select true from session_snapshots where session_snapshots.number = memory_words.number)',
  leases: `${NOBODY} <> ''`,
  people: AT_DOOR,
  tokens: AT_DOOR,
  migrations: `${NOBODY} <> ''`,
};

/** Every table of the store, those of its search and the list of migrations included. */
export const TABLES: ReadonlySet<string> = new Set(Object.keys(RULES));

/**
 * Has every table held to its rule, whoever asks, its owner included; answers the role to work as. A table without a rule, or a
 * database role that rules do not hold for, is refused. Called within a transaction that has the schema on its search path.
 */
export async function secureRows(db: Db, schema: string): Promise<string | null> {
  await sql.raw(MAKE_ROLE).execute(db);
  const open = await tables(db, schema, sql`not (c.relrowsecurity and c.relforcerowsecurity)`);
  for (const table of open) {
    const rule = RULES[table as keyof typeof RULES] as string | undefined;
    if (rule === undefined) throw unsafe(`Nothing says whose rows the table ${table} holds.`, { table });
    await sql
      .raw(
        `alter table ${table} enable row level security; alter table ${table} force row level security;
         create policy own_rows on ${table} using (${rule}) with check (${rule})`,
      )
      .execute(db);
  }
  const { rows: earlier } = await sql<{ table: keyof typeof RULES }>`select tablename as table from pg_policies
    where schemaname = ${schema} and policyname = 'own_rows'
      and (qual like '%EXISTS%' or (tablename in ('people', 'tokens') and strpos(qual, ${DOOR}) = 0))`.execute(db);
  for (const { table } of earlier)
    await sql.raw(`alter policy own_rows on ${table} using (${RULES[table]}) with check (${RULES[table]})`).execute(db);
  const { rows: shared } = await sql`select from pg_policies
    where schemaname = ${schema} and tablename = 'profiles' and policyname = 'shared_rows'`.execute(db);
  if (shared.length === 0) await sql.raw(SHARED_ROWS).execute(db);
  const { rows } = await sql<{ member: boolean; bypasses: boolean }>`select
      coalesce((select pg_has_role(current_user, oid, ${sql.raw(MAY_WORK_AS)}) from pg_roles where rolname = ${ROLE}), false) as member,
      (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses`.execute(db);
  const { member = false, bypasses = true } = rows[0] ?? {};
  if (!member && bypasses) throw unsafe(`The database role passes by the rules for rows, and ${ROLE} cannot be made.`, {});
  if (!member) return null;
  const lacking = await tables(db, schema, sql`not has_table_privilege(${ROLE}, c.oid, 'select')`);
  if (lacking.length > 0) await sql.raw(GRANTS.replaceAll('SCHEMA', schema)).execute(db);
  return ROLE;
}

/** The settings of a transaction that make it a principal's. */
export function principalSettings({ role, owner }: Principal): readonly (readonly [string, string])[] {
  return [...(role === null ? [] : ([['role', role]] as const)), ['tenfold.owner', owner]];
}

// Since PostgreSQL 16 who makes a role is a member that may hand it on, and not one that may work as it.
const MAY_WORK_AS = `case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end`;

// Where there is no right to make it, whoever signs in must be held to the rules themselves.
const MAKE_ROLE = `do $$ begin
  if not exists (select 1 from pg_roles where rolname = '${ROLE}') then create role ${ROLE} nologin; end if;
  if not pg_has_role(current_user, '${ROLE}', ${MAY_WORK_AS}) then grant ${ROLE} to current_user; end if;
exception when insufficient_privilege or duplicate_object or unique_violation or undefined_object then null; end $$`;

/** What everybody may read, and only who works as its owner may change. */
const SHARED_ROWS = `create policy shared_rows on profiles for select using (owner = '${SHARED}' and ${NOBODY} <> '')`;

const GRANTS = `grant usage on schema SCHEMA to ${ROLE};
  grant select, insert, update, delete on all tables in schema SCHEMA to ${ROLE};
  grant usage, select, update on all sequences in schema SCHEMA to ${ROLE}`;

async function tables(db: Db, schema: string, where: ReturnType<typeof sql>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p') and ${where}`.execute(db);
  return rows.map(({ name }) => name);
}

function unsafe(message: string, facts: { table?: string }): StoreUnsupported {
  return new StoreUnsupported(
    `${message} Nothing was changed.`,
    facts,
    'Sign in with a role that may create roles, or one without BYPASSRLS.',
  );
}
