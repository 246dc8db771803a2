import { answersOn } from './answers.ts';
import { checkpointsOn } from './checkpoints.ts';
import { contextsOn } from './contexts.ts';
import { draftsOn } from './drafts.ts';
import { entriesOn } from './entries.ts';
import { eventsOn } from './events.ts';
import { foldsOn } from './folds.ts';
import { headsOn } from './heads.ts';
import { jobsOn } from './jobs.ts';
import { leasesOn } from './leases.ts';
import { modelConfigsOn } from './model-configs.ts';
import { pendingOn } from './pending.ts';
import { peopleOn } from './people.ts';
import { presetsOn } from './presets.ts';
import { profilesOn } from './profiles.ts';
import { projectsOn } from './projects.ts';
import { keepLost, revisionsOn } from './revisions.ts';
import { runsOn } from './runs.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import { sealedOn } from './sealed.ts';
import { searchOn } from './search.ts';
import type { SessionId } from './session.ts';
import { sessionsOn } from './sessions.ts';
import { settingsOn } from './settings.ts';
import { snapshotsOn } from './snapshots.ts';
import type { Store } from './store.ts';
import { traced } from './traced.ts';
import { usageOn } from './usage.ts';
import { damageBeside, ownersIn, verifyOn } from './verify.ts';

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
export function storeOn(given: Backend): Store {
  const { appendOne } = given;
  const backend: Backend = {
    ...given,
    appendOne: appendOne && ((entry) => traced('transaction', {}, () => appendOne(entry))),
    write: (locks, job, size) => traced('transaction', {}, () => given.write(locks, job, size)),
  };
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
