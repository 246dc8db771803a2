export type { Answers, StoredAnswer } from './answers.ts';
export type { Checkpoint, CheckpointId, CheckpointRetention, Checkpoints } from './checkpoints.ts';
export { sha256 } from './column-json.ts';
export {
  type Context,
  grownContext,
  headFrom,
  isStub,
  openContext,
  type PlacedEntry,
  type PositionRange,
  sameIds,
} from './context.ts';
export type { Contexts } from './contexts.ts';
export type { Entries, FoundEntry } from './entries.ts';
export type { Appended, AppendRequest, EntryTokens, NewEntry, StoredEntry, UnstoredEntry, WrittenAlongside } from './entry.ts';
export {
  Conflict,
  Invalid,
  LeaseHeld,
  LeaseLost,
  NotFound,
  StoreBusy,
  StoreCorrupt,
  StoreError,
  type StoreErrorCode,
  StoreFault,
  StoreFull,
  StoreUnsupported,
  TurnTaken,
} from './error.ts';
export type { Events, NewEvent, StoredEvent } from './events.ts';
export type { Folds } from './folds.ts';
export { NameQueue } from './group-commit.ts';
export type { StoredHead, SwapRequest } from './head.ts';
export type { Heads } from './heads.ts';
export { FOLD_JOB, type Job, type JobChange, type JobId, type JobState, type Jobs, type RecentJobs } from './jobs.ts';
export type { Lease, Leases } from './leases.ts';
export type { DetectedLimits, ModelConfig, ModelConfigSource, ModelConfigs, NewModelConfig } from './model-configs.ts';
export { type Moved, type MoveOptions, type MoveProgress, moveStore } from './move.ts';
export type { Listening, Notices } from './notices.ts';
export { isPostgresUrl, openPostgres } from './open-postgres.ts';
export type { BranchEnd, OpenedSession } from './opened-session.ts';
export { blocking, type Pending } from './pending.ts';
export { LEFT, type PendingAnswer, type PendingId } from './pending-answer.ts';
export type { People, Person, Role, Token, TokenScope } from './people.ts';
export { createYield } from './planned-append.ts';
export type { PostgresOptions } from './postgres/options.ts';
export type { Preset, Presets } from './presets.ts';
export { type FullProfile, type Profile, type Profiles, SHARED } from './profiles.ts';
export type { Project, ProjectId } from './project.ts';
export type { Projects } from './projects.ts';
export type { DeadTask, NewTask, Queue, Task, Worker } from './queue.ts';
export { MAX_OF_A_KIND } from './refuse-more.ts';
export type { Revision, Revisions } from './revisions.ts';
export type { Run, RunOutcome, Runs, RunTrigger } from './runs.ts';
export type { Sealed, SealedRow } from './sealed.ts';
export type { Hit, MemoryHit, Query, Search } from './search.ts';
export type { ListedSession, Session, SessionChange, SessionId, SessionKind, Used } from './session.ts';
export type { CopiedAs, SessionRows } from './session-copy.ts';
export { newSessionId } from './session-id.ts';
export type { SessionFilter, Sessions } from './sessions.ts';
export { type Setting, type Settings, TOOL_SERVERS } from './settings.ts';
export type { Snapshot, SnapshotKind, Snapshots } from './snapshots.ts';
export type { BackupOptions } from './sqlite/back-up.ts';
export { type SqliteFacts, sqliteFacts } from './sqlite/facts.ts';
export { openSqlite, type SqliteOptions } from './sqlite/open.ts';
export type { StagedSessions, Staging } from './staging.ts';
export type { Store } from './store.ts';
export { threadEnvironment } from './thread-environment.ts';
export { type Traced, tracing } from './traced.ts';
export type { Usage } from './usage.ts';
export type { Damage, Verification } from './verify.ts';
