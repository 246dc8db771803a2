import type { Generated, Kysely } from 'kysely';

/** The query layer all concepts share: SQLite and PostgreSQL. JSON columns hold text, flags 0 or 1. */
export type Db = Kysely<Schema>;

interface Versioned {
  version: number;
  created_at: number;
  updated_at: number;
}

/** Tables and columns of the current version. Migrations never import it: they are frozen in time. */
export interface Schema {
  projects: Versioned & { id: string; owner: string; name: string; strategy: string | null };
  sessions: Versioned & {
    id: string;
    owner: string;
    kind: string;
    project: string | null;
    title: string;
    profile: string | null;
    strategy: string | null;
    /** Entries stored so far: the last sequence number given out. */
    last_sequence: number;
    /** Number of its newest event. */
    last_event: number;
    /** Grows with every use: the order of the picker. */
    touched: number;
    /** Beginning of the message stored last. */
    preview: string | null;
    /** What a search for sessions looks through: see `touch-session.ts`. */
    searched: string;
    archived_at: number | null;
    pinned_at: number | null;
    /** Branch that turns go on. */
    branch: string;
  };
  /** Entries that follow each other without a fork; a branch that leaves one starts another. */
  segments: { session: string; segment: number; parent_segment: number | null; first_position: number };
  entries: {
    number: Generated<number>;
    session: string;
    id: string;
    parent: string | null;
    segment: number;
    position: number;
    sequence: number;
    role: string;
    message: string;
    /** SHA-256 of id and message text: finds a flipped bit that the id, which ignores `extra`, would not. */
    digest: string;
    /** Lowest position it must stay together with; null when it stands alone. */
    unit_start: number | null;
    input_tokens: number | null;
    output_tokens: number | null;
    counted_tokens: number | null;
    created_at: number;
  };
  /** What each entry says of tool calls: whether one waits for an answer (1) or has it (0) after the entry. */
  calls: { session: string; call_id: string; segment: number; position: number; open: number };
  append_keys: { session: string; key: string; digest: string; entries: string };
  folds: {
    number: Generated<number>;
    session: string;
    id: string;
    run: string;
    kind: string;
    /** 1 for whole entries, 0 for a part of one. */
    is_span: number;
    from_segment: number;
    from_position: number;
    to_segment: number;
    to_position: number;
    body: string;
    created_at: number;
  };
  heads: {
    session: string;
    branch: string;
    version: number;
    position: string | null;
    segment: number | null;
    length: number;
    folds: string;
    protected: string;
    settings: string;
    /** What the view needs, worked out when the head was written: see `head-coverage.ts`. */
    plan: string;
    updated_at: number;
    /** Tokens of its context, and what they were counted with; null until somebody has. */
    used_tokens: number | null;
    counted_by: string | null;
    /** What people call it. */
    label: string | null;
  };
  session_snapshots: {
    number: Generated<number>;
    id: string;
    session: string;
    kind: string;
    content_json: string;
    message_cutoff_id: string | null;
    token_count: number;
    created_at: number;
    updated_at: number;
  };
  checkpoints: {
    number: Generated<number>;
    id: string;
    session: string;
    branch: string;
    label: string;
    tags: string;
    manual: number;
    model: string | null;
    head: string;
    length: number;
    token_count: number | null;
    created_at: number;
  };
  condensation_runs: {
    number: Generated<number>;
    session: string;
    id: string;
    branch: string;
    strategy: string;
    trigger: string;
    outcome: string;
    tokens_before: number;
    tokens_after: number;
    cost: number | null;
    report: string;
    started_at: number;
    duration_ms: number;
    rating: number | null;
  };
  model_configs: Versioned & {
    owner: string;
    id: string;
    provider: string;
    model: string;
    context_window: number;
    max_input_tokens: number | null;
    max_output_tokens: number;
    threshold: number;
    retention_tokens: number;
    source: string;
    /** JSON: billed by counted of the newest answers. */
    bills: string | null;
    answer_tokens: number | null;
    /** JSON: limits as the provider told them. */
    detected: string | null;
  };
  profiles: Versioned & {
    owner: string;
    id: string;
    name: string;
    provider: string;
    model: string;
    base_url: string | null;
    config: string;
    secret: Uint8Array | null;
  };
  presets: Versioned & { owner: string; id: string; name: string; config: string };
  settings: { owner: string; scope: string; key: string; value: string; version: number; updated_at: number };
  answers: { owner: string; hash: string; text: string; answered_by: string; usage: string | null; created_at: number };
  /** Tokens of models by the hour, whatever became of the conversation they were spent on. */
  spent_tokens: { owner: string; hour: number; tokens: number };
  jobs: {
    number: Generated<number>;
    id: string;
    owner: string;
    session: string | null;
    kind: string;
    slot: string | null;
    state: string;
    lease: number | null;
    input: string;
    progress: string;
    result: string;
    error: string | null;
    created_at: number;
    updated_at: number;
    stopping: Generated<number>;
    ended_at: number | null;
  };
  pending_answers: {
    id: string;
    session: string;
    branch: string;
    after_entry: string | null;
    lease: number;
    message: string;
    facts: string;
    created_at: number;
    updated_at: number;
    place: number | null;
    stopping: number;
  };
  leases: {
    name: string;
    holder: string;
    boot: string;
    token: number;
    beat: number;
    facts: string;
    released: number;
    acquired_at: number;
  };
  revisions: {
    number: Generated<number>;
    id: string;
    session: string;
    branch: string;
    kind: string;
    content: string;
    expected: number;
    found: number;
    created_at: number;
  };
  events: {
    session: string;
    sequence: number;
    type: string;
    actor: string | null;
    data: string;
    at: number;
  };
  people: {
    id: string;
    name: string;
    issuer: string | null;
    subject: string | null;
    role: string;
    disabled: number;
    created_at: number;
    updated_at: number;
  };
  tokens: {
    id: string;
    person: string;
    name: string;
    hash: string;
    scope: string;
    created_at: number;
    expires_at: number | null;
    used_at: number | null;
    revoked_at: number | null;
  };
}
