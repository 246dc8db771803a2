import { type Answers, createAnswers } from './answers.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { type Contexts, createContexts } from './contexts.ts';
import { createEntries, type Entries } from './entries.ts';
import { createEvents, type Events } from './events.ts';
import { createFolds, type Folds } from './folds.ts';
import { createHeads, type Heads } from './heads.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createLeases, type Leases } from './leases.ts';
import { createModelConfigs, type ModelConfigs } from './model-configs.ts';
import type { Notices } from './notices.ts';
import { createPending, type Pending } from './pending.ts';
import { createPeople, type People } from './people.ts';
import { createPresets, type Presets } from './presets.ts';
import { createProfiles, type Profiles } from './profiles.ts';
import { createProjects, type Projects } from './projects.ts';
import type { Queue } from './queue.ts';
import { createRevisions, keepRejected, type Revisions } from './revisions.ts';
import { createRuns, type Runs } from './runs.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import { createSealed, type Sealed } from './sealed.ts';
import { createSearch, type Search } from './search.ts';
import type { SessionId } from './session.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSettings, type Settings } from './settings.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import type { BackupOptions } from './sqlite/back-up.ts';
import type { Loss } from './sqlite/high-water.ts';
import { createStaging, type Staging } from './staging.ts';
import { nameRows } from './unnamed-rows.ts';
import { dropUnreadable } from './unreadable-rows.ts';
import { createUsage, type Usage } from './usage.ts';
import { createVerify, type Damage, damageOutsideSessions, ownersIn, type Verification } from './verify.ts';

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
  readonly staging: Staging;
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
  /** What is damaged outside of sessions: profiles, settings and other rows that cannot be read, and sessions that are hidden. */
  damageOutsideSessions(): Promise<readonly Damage[]>;
  /** Takes out rows that cannot be read and that nobody can use or mend, such as background work; `keep` is given them first. Answers how many went. */
  dropUnreadable(keep: (rows: readonly Readonly<Record<string, unknown>>[]) => Promise<void>): Promise<number>;
  /** Gives rows whose id is no text any more, such as profiles, one by which they can be asked for and removed. Answers how many. */
  nameRows(): Promise<number>;
  /** A consistent copy while others go on writing, without what was deleted; refuses to overwrite. */
  backup(path: string, options?: BackupOptions): Promise<{ readonly bytes: number }>;
  loss(): Loss;
  /** Somebody knows of what is missing: it is past from now on. */
  knowLoss(at: number): Promise<void>;
  /** Bytes on disk. */
  size(): Promise<number>;
  /** Waits for what is under way, then closes. */
  close(): Promise<void>;
}

/** What an opener brings: a scope, and what only a backend can do. */
export interface Backend
  extends Scope,
    Pick<Store, 'backup' | 'loss' | 'knowLoss' | 'size' | 'close' | 'shared' | 'notices' | 'queue'> {
  /** Goes on counting behind the rows that were written with numbers of their own. */
  renumber(db: Db): Promise<void>;
  /** The same for another owner. */
  for(owner: string): Backend;
  /** The same inside a transaction that is under way: it reads and writes there. */
  within(db: Db, held: readonly string[]): Pick<Backend, 'read' | 'write' | 'appendOne'>;
}

/** The store over a backend: one query layer for all of them. */
export function createStore(backend: Backend): Store {
  const { owner, shared, notices, queue, backup, loss, knowLoss, size, close } = backend;
  // Nobody relies on what is staged until it is published, and that commit flushes all before it.
  const forStaging = (other: string, beforeWrite = () => {}) => {
    const scope = backend.for(other);
    const write: Backend['write'] = async (locks, work, options) => {
      beforeWrite();
      return scope.write(locks, work, { ...options, flushed: false });
    };
    return createStore({ ...scope, write });
  };
  return {
    owner,
    shared,
    projects: createProjects(backend),
    sessions: createSessions(backend),
    entries: createEntries(backend),
    folds: createFolds(backend),
    heads: createHeads(backend),
    contexts: createContexts(backend),
    pending: createPending(backend),
    snapshots: createSnapshots(backend),
    checkpoints: createCheckpoints(backend),
    runs: createRuns(backend),
    models: createModelConfigs(backend),
    profiles: createProfiles(backend),
    presets: createPresets(backend),
    settings: createSettings(backend),
    answers: createAnswers(backend),
    jobs: createJobs(backend),
    leases: createLeases(backend),
    revisions: createRevisions(backend),
    events: createEvents(backend),
    search: createSearch(backend),
    staging: createStaging(backend, forStaging),
    notices,
    queue,
    people: createPeople(backend),
    sealed: createSealed(backend),
    usage: createUsage(backend),
    for: (other) => createStore(backend.for(other)),
    transaction: (session, work) => transaction(backend, session, work),
    verify: createVerify(backend),
    owners: () => ownersIn(backend.system.read),
    damageOutsideSessions: () => damageOutsideSessions(backend),
    dropUnreadable: (keep) => dropUnreadable(backend.system, backend.owner, keep),
    nameRows: () => nameRows(backend.system, backend.owner),
    backup,
    loss,
    knowLoss,
    size,
    close,
  };
}

async function transaction<T>(backend: Backend, session: SessionId, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await backend.write([session], (db) => work(createStore({ ...backend, ...backend.within(db, [session]) })));
  } catch (error) {
    // What a late writer wanted went with the rest; it is kept all the same before the writer is told.
    await keepRejected(backend, error);
    throw error;
  }
}
