import type { Answers } from './answers.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Contexts } from './contexts.ts';
import type { Drafts } from './drafts.ts';
import type { Entries } from './entries.ts';
import type { Events } from './events.ts';
import type { Folds } from './folds.ts';
import type { Heads } from './heads.ts';
import type { Jobs } from './jobs.ts';
import type { Leases } from './leases.ts';
import type { ModelConfigs } from './model-configs.ts';
import type { Notices } from './notices.ts';
import type { Pending } from './pending.ts';
import type { People } from './people.ts';
import type { Presets } from './presets.ts';
import type { Profiles } from './profiles.ts';
import type { Projects } from './projects.ts';
import type { Queue } from './queue.ts';
import type { Revisions } from './revisions.ts';
import type { Runs } from './runs.ts';
import type { Sealed } from './sealed.ts';
import type { Search } from './search.ts';
import type { SessionId } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';
import type { Snapshots } from './snapshots.ts';
import type { BackupOptions } from './sqlite/back-up.ts';
import type { Usage } from './usage.ts';
import type { Damage, Verification } from './verify.ts';

/**
 * Everything Tenfold keeps, as one owner sees it. A write that resolved is on disk. Times are values the caller
 * passes (`at`, in milliseconds); order never depends on them. Rows of other owners do not exist (`NotFound`).
 */
export interface Store {
  readonly owner: string;
  /** True where processes of other machines may have it open. */
  readonly shared: boolean;
  readonly projects: Projects;
  readonly sessions: Sessions;
  readonly entries: Entries;
  readonly folds: Folds;
  readonly heads: Heads;
  readonly contexts: Contexts;
  readonly pending: Pending;
  readonly snapshots: Snapshots;
  readonly checkpoints: Checkpoints;
  readonly runs: Runs;
  readonly models: ModelConfigs;
  readonly profiles: Profiles;
  readonly presets: Presets;
  readonly settings: Settings;
  readonly answers: Answers;
  readonly jobs: Jobs;
  readonly leases: Leases;
  readonly revisions: Revisions;
  readonly events: Events;
  readonly search: Search;
  readonly drafts: Drafts;
  readonly notices: Notices;
  /** Tasks of all owners. */
  readonly queue: Queue;
  readonly people: People;
  /** Sealed texts of all owners. */
  readonly sealed: Sealed;
  readonly usage: Usage;
  /** The same store for another owner; shares connections and is closed with this one. */
  for(owner: string): Store;
  /**
   * Several writes as one: all of them are on disk when it resolves, or none is. `session` is the one they touch. Reads of the
   * store it is given see what was written there. It may be run twice, so it does nothing but use that store.
   */
  transaction<T>(session: SessionId, work: (store: Store) => Promise<T>): Promise<T>;
  /** Recomputes the hash chain of every session and reads what is beside them, or does one session. Reads in slices, so that others go on. */
  verify(session?: SessionId): Promise<Verification>;
  /** Everybody who has a session. */
  owners(): Promise<readonly string[]>;
  /** What is damaged beside conversations: profiles, settings and other rows that cannot be read, and sessions that are hidden. */
  damageBeside(): Promise<readonly Damage[]>;
  /** A consistent copy while others go on writing, without what was deleted; refuses to overwrite. */
  backup(path: string, options?: BackupOptions): Promise<{ readonly bytes: number }>;
  /** Entries that had been stored and were not there any more when the store was opened: its log was lost or cut, or an older copy put in its place. */
  missing(): number;
  /** Bytes on disk. */
  size(): Promise<number>;
  /** Waits for what is under way, then closes. */
  close(): Promise<void>;
}
