import type { Schema } from '../schema.ts';

const NAMES: Record<keyof Schema, true> = {
  projects: true,
  sessions: true,
  segments: true,
  entries: true,
  calls: true,
  append_keys: true,
  folds: true,
  heads: true,
  session_snapshots: true,
  checkpoints: true,
  condensation_runs: true,
  model_configs: true,
  profiles: true,
  presets: true,
  settings: true,
  answers: true,
  spent_tokens: true,
  jobs: true,
  pending_answers: true,
  leases: true,
  revisions: true,
  events: true,
  people: true,
  tokens: true,
};

/** Every table of the store, those of its search and the list of migrations included. */
export const TABLES: ReadonlySet<string> = new Set([...Object.keys(NAMES), 'entry_words', 'memory_words', 'migrations']);
