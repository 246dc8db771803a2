import { type Answers, answersOn } from './answers.ts';
import { type Checkpoints, checkpointsOn } from './checkpoints.ts';
import { type Contexts, contextsOn } from './contexts.ts';
import { type Drafts, draftsOn } from './drafts.ts';
import { type Entries, entriesOn } from './entries.ts';
import { type Events, eventsOn } from './events.ts';
import { type Folds, foldsOn } from './folds.ts';
import { type Heads, headsOn } from './heads.ts';
import { type Jobs, jobsOn } from './jobs.ts';
import { type Leases, leasesOn } from './leases.ts';
import { type ModelConfigs, modelConfigsOn } from './model-configs.ts';
import type { Notices } from './notices.ts';
import { type Pending, pendingOn } from './pending.ts';
import { type People, peopleOn } from './people.ts';
import { type Presets, presetsOn } from './presets.ts';
import { type Profiles, profilesOn } from './profiles.ts';
import { type Projects, projectsOn } from './projects.ts';
import type { Queue } from './queue.ts';
import { keepLost, type Revisions, revisionsOn } from './revisions.ts';
import { type Runs, runsOn } from './runs.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import { type Sealed, sealedOn } from './sealed.ts';
import { type Search, searchOn } from './search.ts';
import type { SessionId } from './session.ts';
import { type Sessions, sessionsOn } from './sessions.ts';
import { type Settings, settingsOn } from './settings.ts';
import { type Snapshots, snapshotsOn } from './snapshots.ts';
import type { BackupOptions } from './sqlite/back-up.ts';
import { type Usage, usageOn } from './usage.ts';
import { type Damage, damageBeside, ownersIn, type Verification, verifyOn } from './verify.ts';

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

/** What an opener brings: a scope, and what only a backend can do. */
export interface Backend extends Scope, Pick<Store, 'backup' | 'missing' | 'size' | 'close' | 'shared' | 'notices' | 'queue'> {
  /** Goes on counting behind the rows that were written with numbers of their own. */
  renumber(db: Db): Promise<void>;
  /** The same for another owner. */
  for(owner: string): Backend;
  /** The same inside a transaction that is under way: it reads and writes there. */
  within(db: Db, held: readonly string[]): Pick<Backend, 'read' | 'write' | 'appendOne'>;
}

/** The store over a backend: one query layer for all of them. */
export function storeOn(backend: Backend): Store {
  const { owner, shared, notices, queue, backup, missing, size, close } = backend;
  const forOwner = (other: string) => storeOn(backend.for(other));
  return {
    owner,
    shared,
    projects: projectsOn(backend),
    sessions: sessionsOn(backend),
    entries: entriesOn(backend),
    folds: foldsOn(backend),
    heads: headsOn(backend),
    contexts: contextsOn(backend),
    pending: pendingOn(backend),
    snapshots: snapshotsOn(backend),
    checkpoints: checkpointsOn(backend),
    runs: runsOn(backend),
    models: modelConfigsOn(backend),
    profiles: profilesOn(backend),
    presets: presetsOn(backend),
    settings: settingsOn(backend),
    answers: answersOn(backend),
    jobs: jobsOn(backend),
    leases: leasesOn(backend),
    revisions: revisionsOn(backend),
    events: eventsOn(backend),
    search: searchOn(backend),
    drafts: draftsOn(backend, forOwner),
    notices,
    queue,
    people: peopleOn(backend),
    sealed: sealedOn(backend),
    usage: usageOn(backend),
    for: forOwner,
    transaction: (session, work) => transaction(backend, session, work),
    verify: verifyOn(backend),
    owners: () => ownersIn(backend.system.read),
    damageBeside: () => damageBeside(backend),
    backup,
    missing,
    size,
    close,
  };
}

async function transaction<T>(backend: Backend, session: SessionId, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await backend.write([session], (db) => work(storeOn({ ...backend, ...backend.within(db, [session]) })));
  } catch (error) {
    // What a late writer wanted went with the rest; it is kept all the same before the writer is told.
    await keepLost(backend, error);
    throw error;
  }
}
