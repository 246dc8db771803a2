import { type CreateTableBuilder, sql } from 'kysely';
import type { Frozen } from './frozen.ts';

/** The record itself and everything that hangs off it. */
export async function record(db: Frozen): Promise<void> {
  await owners(db);
  await transcript(db);
  await standIns(db);
  await marks(db);
  await configuration(db);
  await work(db);
}

async function owners(db: Frozen): Promise<void> {
  await create(db, 'projects', (t) => versioned(text(t, 'id!', 'owner', 'name', 'strategy?')));
  await create(db, 'sessions', (t) =>
    versioned(
      integer(
        text(t, 'id!', 'owner', 'kind', 'project?', 'title', 'profile?', 'strategy?'),
        'last_sequence',
        'touched',
        'archived_at?',
      ),
    )
      .addForeignKeyConstraint('sessions_project', ['project'], 'projects', ['id'], (key) => key.onDelete('cascade'))
      .addCheckConstraint('sessions_kind', sql`kind in ('chat', 'project', 'knowledge-officer')`)
      .addCheckConstraint('sessions_home', sql`(kind = 'chat') = (project is null)`),
  );
  await index(db, 'sessions', ['owner', 'touched']);
  await index(db, 'sessions', ['project']);
  await sql`create unique index sessions_officer on sessions (project) where kind = 'knowledge-officer'`.execute(db);
}

async function transcript(db: Frozen): Promise<void> {
  await create(db, 'lines', (t) =>
    ofSession(integer(text(t, 'session'), 'line', 'parent_line?', 'first_position')).addPrimaryKeyConstraint('lines_key', [
      'session',
      'line',
    ]),
  );
  await create(db, 'entries', (t) =>
    ofSession(
      integer(
        text(numbered(t, 'number'), 'session', 'id', 'parent?', 'role', 'message', 'digest'),
        'line',
        'position',
        'sequence',
        'joins?',
        'input_tokens?',
        'output_tokens?',
        'counted_tokens?',
        'created_at',
      ),
    )
      .addUniqueConstraint('entries_id', ['session', 'id'])
      .addUniqueConstraint('entries_place', ['session', 'line', 'position'])
      .addUniqueConstraint('entries_sequence', ['session', 'sequence']),
  );
  await index(db, 'entries', ['session', 'created_at']);
  await sql`create index entries_joins on entries (session, line, position, joins) where joins is not null`.execute(db);
  await create(db, 'calls', (t) =>
    ofSession(integer(text(t, 'session', 'call_id'), 'line', 'position', 'open')).addPrimaryKeyConstraint('calls_key', [
      'session',
      'call_id',
      'line',
      'position',
    ]),
  );
  await create(db, 'append_keys', (t) =>
    ofSession(text(t, 'session', 'key', 'digest', 'entries')).addPrimaryKeyConstraint('append_keys_key', ['session', 'key']),
  );
}

async function standIns(db: Frozen): Promise<void> {
  await create(db, 'folds', (t) =>
    ofSession(
      integer(
        text(numbered(t, 'number'), 'session', 'id', 'run', 'kind', 'body'),
        'is_span',
        'from_line',
        'from_position',
        'to_line',
        'to_position',
        'created_at',
      ),
    ).addUniqueConstraint('folds_id', ['session', 'id']),
  );
  await index(db, 'folds', ['session', 'run']);
  await create(db, 'heads', (t) =>
    ofSession(
      integer(
        text(t, 'session', 'branch', 'position?', 'folds', 'protected', 'settings', 'plan'),
        'version',
        'line?',
        'length',
        'updated_at',
      ),
    ).addPrimaryKeyConstraint('heads_key', ['session', 'branch']),
  );
}

async function marks(db: Frozen): Promise<void> {
  await create(db, 'session_snapshots', (t) =>
    ofSession(
      integer(
        text(numbered(t, 'number'), 'id', 'session', 'kind', 'content_json', 'message_cutoff_id?'),
        'token_count',
        'created_at',
        'updated_at',
      ),
    )
      .addUniqueConstraint('session_snapshots_id', ['id'])
      .addCheckConstraint('session_snapshots_kind', sql`kind in ('title', 'summary', 'memory')`),
  );
  await index(db, 'session_snapshots', ['session', 'kind', 'number']);
  await create(db, 'checkpoints', (t) =>
    ofSession(
      integer(
        text(numbered(t, 'number'), 'id', 'session', 'branch', 'label', 'tags', 'model?', 'head'),
        'manual',
        'length',
        'token_count?',
        'created_at',
      ),
    ).addUniqueConstraint('checkpoints_id', ['id']),
  );
  await index(db, 'checkpoints', ['session', 'number']);
  await create(db, 'condensation_runs', (t) =>
    ofSession(
      integer(
        text(numbered(t, 'number'), 'session', 'id', 'branch', 'strategy', 'trigger', 'outcome', 'report'),
        'tokens_before',
        'tokens_after',
        'started_at',
        'duration_ms',
        'rating?',
      ).addColumn('cost', 'real'),
    ).addUniqueConstraint('condensation_runs_id', ['session', 'id']),
  );
  await create(db, 'revisions', (t) =>
    ofSession(
      integer(text(numbered(t, 'number'), 'id', 'session', 'branch', 'kind', 'content'), 'expected', 'found', 'created_at'),
    ).addUniqueConstraint('revisions_id', ['id']),
  );
  await index(db, 'revisions', ['session', 'number']);
}

async function configuration(db: Frozen): Promise<void> {
  await create(db, 'model_configs', (t) =>
    versioned(
      integer(
        text(t, 'owner', 'id', 'provider', 'model', 'source'),
        'context_window',
        'max_input_tokens?',
        'max_output_tokens',
        'retention_tokens',
        'samples',
      )
        .addColumn('threshold', 'real', (column) => column.notNull())
        .addColumn('factor', 'real'),
    ).addPrimaryKeyConstraint('model_configs_key', ['owner', 'id']),
  );
  await create(db, 'profiles', (t) =>
    versioned(
      text(t, 'owner', 'id', 'name', 'provider', 'model', 'base_url?', 'config').addColumn('secret', 'blob'),
    ).addPrimaryKeyConstraint('profiles_key', ['owner', 'id']),
  );
  await create(db, 'presets', (t) =>
    versioned(text(t, 'owner', 'id', 'name', 'config')).addPrimaryKeyConstraint('presets_key', ['owner', 'id']),
  );
  await create(db, 'settings', (t) =>
    integer(text(t, 'owner', 'scope', 'key', 'value'), 'version', 'updated_at').addPrimaryKeyConstraint('settings_key', [
      'owner',
      'scope',
      'key',
    ]),
  );
}

async function work(db: Frozen): Promise<void> {
  await create(db, 'answers', (t) =>
    integer(text(t, 'owner', 'hash', 'text', 'answered_by', 'usage?'), 'created_at').addPrimaryKeyConstraint('answers_key', [
      'owner',
      'hash',
    ]),
  );
  await create(db, 'jobs', (t) =>
    ofSession(
      integer(
        text(numbered(t, 'number'), 'id', 'owner', 'session?', 'kind', 'slot?', 'state', 'input', 'progress', 'result', 'error?'),
        'lease?',
        'created_at',
        'updated_at',
      ),
    ).addUniqueConstraint('jobs_id', ['id']),
  );
  await index(db, 'jobs', ['session', 'number']);
  await sql`create unique index jobs_slot on jobs (owner, slot) where slot is not null and state in ('queued', 'running')`.execute(
    db,
  );
  await create(db, 'pending_answers', (t) =>
    ofSession(
      integer(text(t, 'id!', 'session', 'branch', 'after_entry?', 'message', 'facts'), 'lease', 'created_at', 'updated_at'),
    ),
  );
  await index(db, 'pending_answers', ['session']);
  await create(db, 'leases', (t) =>
    integer(text(t, 'name!', 'holder', 'boot', 'facts'), 'token', 'beat', 'released', 'acquired_at'),
  );
  await create(db, 'events', (t) =>
    ofSession(integer(text(numbered(t, 'sequence'), 'owner', 'session?', 'type', 'actor?', 'data'), 'at')),
  );
  await index(db, 'events', ['session', 'sequence']);
}

/** Columns are named by text here; the current schema types them. */
type Table = CreateTableBuilder<string, string>;

async function create(db: Frozen, name: string, columns: (table: Table) => Table): Promise<void> {
  await columns(db.schema.createTable(name)).execute();
}

async function index(db: Frozen, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}

/** Text columns; `?` may be null, `!` is the key. */
function text(table: Table, ...names: string[]): Table {
  return names.reduce(
    (t, name) =>
      t.addColumn(name.replace(/[?!]/, ''), 'text', (column) => {
        const kept = name.endsWith('?') ? column : column.notNull();
        return name.endsWith('!') ? kept.primaryKey() : kept;
      }),
    table,
  );
}

/** Integer columns; `?` may be null. */
function integer(table: Table, ...names: string[]): Table {
  return names.reduce(
    (t, name) => t.addColumn(name.replace('?', ''), 'bigint', (column) => (name.endsWith('?') ? column : column.notNull())),
    table,
  );
}

function numbered(table: Table, name: string): Table {
  return table.addColumn(name, 'integer', (column) => column.primaryKey().autoIncrement());
}

function versioned(table: Table): Table {
  return integer(table, 'version', 'created_at', 'updated_at');
}

/** Goes when its session goes. */
function ofSession(table: Table): Table {
  return table.addForeignKeyConstraint('of_session', ['session'], 'sessions', ['id'], (key) => key.onDelete('cascade'));
}
