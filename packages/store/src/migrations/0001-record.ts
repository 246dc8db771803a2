import { type QueryExecutorProvider, sql } from 'kysely';

/** Written as those of every earlier file were, to the letter: files that were brought to a version are compared with new ones. */
const TABLES = `
create table "projects" ("id" text not null primary key, "owner" text not null, "name" text not null, "strategy" text,
  "version" bigint not null, "created_at" bigint not null, "updated_at" bigint not null);
create table "sessions" ("id" text not null primary key, "owner" text not null, "kind" text not null, "project" text,
  "title" text not null, "profile" text, "strategy" text, "last_sequence" bigint not null, "touched" bigint not null,
  "archived_at" bigint, "version" bigint not null, "created_at" bigint not null, "updated_at" bigint not null,
  constraint "sessions_project" foreign key ("project") references "projects" ("id") on delete cascade,
  constraint "sessions_kind" check (kind in ('chat', 'project', 'knowledge-officer')),
  constraint "sessions_home" check ((kind = 'chat') = (project is null)));
create index "sessions_by_owner_touched" on "sessions" ("owner", "touched");
create index "sessions_by_project" on "sessions" ("project");
create unique index sessions_officer on sessions (project) where kind = 'knowledge-officer';
create table "lines" ("session" text not null, "line" bigint not null, "parent_line" bigint,
  "first_position" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "lines_key" primary key ("session", "line"));
create table "entries" ("number" integer primary key autoincrement, "session" text not null, "id" text not null,
  "parent" text, "role" text not null, "message" text not null, "digest" text not null, "line" bigint not null,
  "position" bigint not null, "sequence" bigint not null, "joins" bigint, "input_tokens" bigint, "output_tokens" bigint,
  "counted_tokens" bigint, "created_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "entries_id" unique ("session", "id"), constraint "entries_place" unique ("session", "line", "position"),
  constraint "entries_sequence" unique ("session", "sequence"));
create index "entries_by_session_created_at" on "entries" ("session", "created_at");
create index entries_joins on entries (session, line, position, joins) where joins is not null;
create table "calls" ("session" text not null, "call_id" text not null, "line" bigint not null, "position" bigint not null,
  "open" bigint not null, constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "calls_key" primary key ("session", "call_id", "line", "position"));
create table "append_keys" ("session" text not null, "key" text not null, "digest" text not null, "entries" text not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "append_keys_key" primary key ("session", "key"));
create table "folds" ("number" integer primary key autoincrement, "session" text not null, "id" text not null,
  "run" text not null, "kind" text not null, "body" text not null, "is_span" bigint not null, "from_line" bigint not null,
  "from_position" bigint not null, "to_line" bigint not null, "to_position" bigint not null, "created_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "folds_id" unique ("session", "id"));
create index "folds_by_session_run" on "folds" ("session", "run");
create table "heads" ("session" text not null, "branch" text not null, "position" text, "folds" text not null,
  "protected" text not null, "settings" text not null, "plan" text not null, "version" bigint not null, "line" bigint,
  "length" bigint not null, "updated_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "heads_key" primary key ("session", "branch"));
create table "session_snapshots" ("number" integer primary key autoincrement, "id" text not null, "session" text not null,
  "kind" text not null, "content_json" text not null, "message_cutoff_id" text, "token_count" bigint not null,
  "created_at" bigint not null, "updated_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "session_snapshots_id" unique ("id"),
  constraint "session_snapshots_kind" check (kind in ('title', 'summary', 'memory')));
create index "session_snapshots_by_session_kind_number" on "session_snapshots" ("session", "kind", "number");
create table "checkpoints" ("number" integer primary key autoincrement, "id" text not null, "session" text not null,
  "branch" text not null, "label" text not null, "tags" text not null, "model" text, "head" text not null,
  "manual" bigint not null, "length" bigint not null, "token_count" bigint, "created_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "checkpoints_id" unique ("id"));
create index "checkpoints_by_session_number" on "checkpoints" ("session", "number");
create table "condensation_runs" ("number" integer primary key autoincrement, "session" text not null, "id" text not null,
  "branch" text not null, "strategy" text not null, "trigger" text not null, "outcome" text not null,
  "report" text not null, "tokens_before" bigint not null, "tokens_after" bigint not null, "started_at" bigint not null,
  "duration_ms" bigint not null, "rating" bigint, "cost" real,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "condensation_runs_id" unique ("session", "id"));
create table "revisions" ("number" integer primary key autoincrement, "id" text not null, "session" text not null,
  "branch" text not null, "kind" text not null, "content" text not null, "expected" bigint not null,
  "found" bigint not null, "created_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "revisions_id" unique ("id"));
create index "revisions_by_session_number" on "revisions" ("session", "number");
create table "model_configs" ("owner" text not null, "id" text not null, "provider" text not null, "model" text not null,
  "source" text not null, "context_window" bigint not null, "max_input_tokens" bigint, "max_output_tokens" bigint not null,
  "retention_tokens" bigint not null, "samples" bigint not null, "threshold" real not null, "factor" real,
  "version" bigint not null, "created_at" bigint not null, "updated_at" bigint not null,
  constraint "model_configs_key" primary key ("owner", "id"));
create table "profiles" ("owner" text not null, "id" text not null, "name" text not null, "provider" text not null,
  "model" text not null, "base_url" text, "config" text not null, "secret" blob, "version" bigint not null,
  "created_at" bigint not null, "updated_at" bigint not null, constraint "profiles_key" primary key ("owner", "id"));
create table "presets" ("owner" text not null, "id" text not null, "name" text not null, "config" text not null,
  "version" bigint not null, "created_at" bigint not null, "updated_at" bigint not null,
  constraint "presets_key" primary key ("owner", "id"));
create table "settings" ("owner" text not null, "scope" text not null, "key" text not null, "value" text not null,
  "version" bigint not null, "updated_at" bigint not null, constraint "settings_key" primary key ("owner", "scope", "key"));
create table "answers" ("owner" text not null, "hash" text not null, "text" text not null, "answered_by" text not null,
  "usage" text, "created_at" bigint not null, constraint "answers_key" primary key ("owner", "hash"));
create table "jobs" ("number" integer primary key autoincrement, "id" text not null, "owner" text not null, "session" text,
  "kind" text not null, "slot" text, "state" text not null, "input" text not null, "progress" text not null,
  "result" text not null, "error" text, "lease" bigint, "created_at" bigint not null, "updated_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade,
  constraint "jobs_id" unique ("id"));
create index "jobs_by_session_number" on "jobs" ("session", "number");
create unique index jobs_slot on jobs (owner, slot) where slot is not null and state in ('queued', 'running');
create table "pending_answers" ("id" text not null primary key, "session" text not null, "branch" text not null,
  "after_entry" text, "message" text not null, "facts" text not null, "lease" bigint not null, "created_at" bigint not null,
  "updated_at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade);
create index "pending_answers_by_session" on "pending_answers" ("session");
create table "leases" ("name" text not null primary key, "holder" text not null, "boot" text not null,
  "facts" text not null, "token" bigint not null, "beat" bigint not null, "released" bigint not null,
  "acquired_at" bigint not null);
create table "events" ("sequence" integer primary key autoincrement, "owner" text not null, "session" text,
  "type" text not null, "actor" text, "data" text not null, "at" bigint not null,
  constraint "of_session" foreign key ("session") references "sessions" ("id") on delete cascade);
create index "events_by_session_sequence" on "events" ("session", "sequence")`;

/** The record itself and everything that hangs off it. */
export async function record(db: QueryExecutorProvider): Promise<void> {
  for (const statement of TABLES.trim().split(';\n')) await sql.raw(statement.replaceAll(/\n +/g, ' ')).execute(db);
}
