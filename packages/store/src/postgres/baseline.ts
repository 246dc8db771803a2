import { type Kysely, sql } from 'kysely';

/** The schema as PostgreSQL first had it: version 6, where SQLite had come by steps of its own. */
const TABLES = `
create sequence session_touches;
create table projects (
  id text primary key, owner text not null, name text not null, strategy text, version bigint not null,
  created_at bigint not null, updated_at bigint not null
);
create table sessions (
  id text primary key, owner text not null, kind text not null check (kind in ('chat', 'project', 'knowledge-officer')),
  project text references projects (id) on delete cascade, title text not null, profile text, strategy text,
  last_sequence bigint not null, last_event bigint not null default 0, touched bigint not null, preview text,
  searched text not null default '', archived_at bigint, branch text not null default 'main', version bigint not null,
  created_at bigint not null, updated_at bigint not null,
  constraint sessions_home check ((kind = 'chat') = (project is null))
);
create index sessions_by_owner_touched on sessions (owner, touched);
create index sessions_by_project on sessions (project);
create unique index sessions_officer on sessions (project) where kind = 'knowledge-officer';
create table segments (
  session text not null references sessions (id) on delete cascade, segment bigint not null, parent_segment bigint,
  first_position bigint not null, primary key (session, segment)
);
create table entries (
  number bigint generated always as identity primary key, session text not null references sessions (id) on delete cascade,
  id text not null, parent text, segment bigint not null, position bigint not null, sequence bigint not null,
  role text not null, message text not null, digest text not null, unit_start bigint, input_tokens bigint,
  output_tokens bigint, counted_tokens bigint, created_at bigint not null, unique (session, id),
  unique (session, segment, position), unique (session, sequence)
);
create index entries_by_session_created_at on entries (session, created_at);
create index entries_unit_start on entries (session, segment, position, unit_start) where unit_start is not null;
create table calls (
  session text not null references sessions (id) on delete cascade, call_id text not null, segment bigint not null,
  position bigint not null, open bigint not null, primary key (session, call_id, segment, position)
);
create table append_keys (
  session text not null references sessions (id) on delete cascade, key text not null, digest text not null,
  entries text not null, primary key (session, key)
);
create table folds (
  number bigint generated always as identity primary key, session text not null references sessions (id) on delete cascade,
  id text not null, run text not null, kind text not null, is_span bigint not null, from_segment bigint not null,
  from_position bigint not null, to_segment bigint not null, to_position bigint not null, body text not null,
  created_at bigint not null, unique (session, id)
);
create index folds_by_session_run on folds (session, run);
create table heads (
  session text not null references sessions (id) on delete cascade, branch text not null, version bigint not null,
  position text, segment bigint, length bigint not null, folds text not null, protected text not null,
  settings text not null, plan text not null, updated_at bigint not null, used_tokens bigint, counted_by text,
  primary key (session, branch)
);
create table session_snapshots (
  number bigint generated always as identity primary key, id text not null unique,
  session text not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('title', 'summary', 'memory')), content_json text not null, message_cutoff_id text,
  token_count bigint not null, created_at bigint not null, updated_at bigint not null
);
create index session_snapshots_by_session_kind_number on session_snapshots (session, kind, number);
create table checkpoints (
  number bigint generated always as identity primary key, id text not null unique,
  session text not null references sessions (id) on delete cascade, branch text not null, label text not null,
  tags text not null, manual bigint not null, model text, head text not null, length bigint not null, token_count bigint,
  created_at bigint not null
);
create index checkpoints_by_session_number on checkpoints (session, number);
create table condensation_runs (
  number bigint generated always as identity primary key, session text not null references sessions (id) on delete cascade,
  id text not null, branch text not null, strategy text not null, trigger text not null, outcome text not null,
  tokens_before bigint not null, tokens_after bigint not null, cost double precision, report text not null,
  started_at bigint not null, duration_ms bigint not null, rating bigint, unique (session, id)
);
create table revisions (
  number bigint generated always as identity primary key, id text not null unique,
  session text not null references sessions (id) on delete cascade, branch text not null, kind text not null,
  content text not null, expected bigint not null, found bigint not null, created_at bigint not null
);
create index revisions_by_session_number on revisions (session, number);
create table model_configs (
  owner text not null, id text not null, provider text not null, model text not null, context_window bigint not null,
  max_input_tokens bigint, max_output_tokens bigint not null, threshold double precision not null,
  retention_tokens bigint not null, source text not null, bills text, version bigint not null, created_at bigint not null,
  updated_at bigint not null, primary key (owner, id)
);
create table profiles (
  owner text not null, id text not null, name text not null, provider text not null, model text not null, base_url text,
  config text not null, secret bytea, version bigint not null, created_at bigint not null, updated_at bigint not null,
  primary key (owner, id)
);
create table presets (
  owner text not null, id text not null, name text not null, config text not null, version bigint not null,
  created_at bigint not null, updated_at bigint not null, primary key (owner, id)
);
create table settings (
  owner text not null, scope text not null, key text not null, value text not null, version bigint not null,
  updated_at bigint not null, primary key (owner, scope, key)
);
create table answers (
  owner text not null, hash text not null, text text not null, answered_by text not null, usage text,
  created_at bigint not null, primary key (owner, hash)
);
create table jobs (
  number bigint generated always as identity primary key, id text not null unique, owner text not null,
  session text references sessions (id) on delete cascade, kind text not null, slot text, state text not null,
  lease bigint, input text not null, progress text not null, result text not null, error text, created_at bigint not null,
  updated_at bigint not null
);
create index jobs_by_session_number on jobs (session, number);
create unique index jobs_slot on jobs (owner, slot) where slot is not null and state in ('queued', 'running');
create table pending_answers (
  id text primary key, session text not null references sessions (id) on delete cascade, branch text not null,
  after_entry text, lease bigint not null, message text not null, facts text not null, created_at bigint not null,
  updated_at bigint not null
);
create index pending_answers_by_session on pending_answers (session);
create table leases (
  name text primary key, holder text not null, boot text not null, token bigint not null, beat bigint not null,
  facts text not null, released bigint not null, acquired_at bigint not null
);
create table events (
  session text not null references sessions (id) on delete cascade, sequence bigint not null, type text not null,
  actor text, data text not null, at bigint not null, primary key (session, sequence)
);
create table entry_words (number bigint not null references entries (number) on delete cascade, words tsvector not null);
create table memory_words (
  number bigint not null references session_snapshots (number) on delete cascade, words tsvector not null
);
create index entry_words_by_number on entry_words (number);
create index entry_words_found on entry_words using gin (words);
create index memory_words_by_number on memory_words (number);
create index memory_words_found on memory_words using gin (words)`;

/** Makes the tables. Text sorts by its bytes, as it does in SQLite, whatever the database's language is. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and must not see the current schema.
export async function baseline(db: Kysely<any>): Promise<void> {
  await sql.raw(TABLES.replaceAll(/(?<=\w )text\b/g, 'text collate "C"')).execute(db);
}
