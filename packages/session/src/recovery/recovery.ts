import type { Checkpoint, RecoverableSession, Session } from '@tenfold/contract';
import { messageText } from '@tenfold/core';
import { type Job, NotFound, type PendingAnswer, type SessionId, type Store, StoreCorrupt } from '@tenfold/store';
import { checkpointView } from '../checkpoints/checkpointer.ts';
import { withNote } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { ABANDONED, FOLD_KIND } from '../folding/job.ts';
import { SessionError } from '../session-error.ts';
import type { Sessions } from '../sessions.ts';
import { isQueued, keyOf } from '../turn/message-queue.ts';
import type { ProcessLease } from './process-lease.ts';
import { damagedSessions, missingEntries, type Trouble } from './troubles.ts';

/** Sessions whose process died in the middle of something. */
export interface Recovery {
  list(): Promise<readonly RecoverableSession[]>;
  /** Brings everything back, the partial answer as an entry marked aborted. */
  resume(session: SessionId): Promise<Session>;
  /** Leaves the session as it is and asks no more. */
  dismiss(session: SessionId): Promise<void>;
  /** Looks through everything stored, session by session, while others go on; answers what is damaged. */
  check(signal?: AbortSignal): Promise<readonly Trouble[]>;
  /** What the last check found, and what was missing when the store was opened. */
  troubles(): readonly Trouble[];
  /** Somebody knows of the messages that are missing: they are no trouble any more. */
  knowLoss(): Promise<void>;
}

/** What recovery needs. */
export interface RecoveryParts extends Pick<Dependencies, 'store' | 'events' | 'now'> {
  readonly lease: ProcessLease;
  readonly sessions: Sessions;
  /** Publishes which messages wait now. */
  publishQueue(session: SessionId): Promise<void>;
}

interface Left {
  readonly pending: readonly PendingAnswer[];
  readonly jobs: readonly Job[];
}

/** Recovery over a store. */
export function createRecovery({ store, now, events, lease, sessions, publishQueue }: RecoveryParts): Recovery {
  const left = () => findAbandoned(store, lease);
  let found: readonly Trouble[] = [];
  const troubles = () => [...missingEntries(store), ...found];
  const close = async ({ jobs }: Left) => {
    for (const { id } of jobs) await store.jobs.update(id, { state: 'failed', error: { reason: ABANDONED }, at: now() });
  };
  /** The branch a message was for; one that is not there, as after damage, leaves it to the session's own. */
  const branchFor = async ({ session, branch }: PendingAnswer): Promise<string> => {
    const there = await store.heads.get(session, branch).catch(nullIfGone);
    return there === null ? (await store.sessions.get(session)).branch : branch;
  };
  const storeQueued = async (row: PendingAnswer) => {
    const { session, message } = row;
    const branch = await branchFor(row);
    const key = keyOf(row);
    const appended = await store.entries.append({
      session,
      branch,
      entries: [{ message }],
      pending: row,
      ...(key === null ? {} : { key }),
      at: now(),
    });
    if (appended.repeated) await store.pending.drop(row.id);
    await events.publish(session, 'head', { version: appended.head.version, branch, why: 'resume' });
  };
  const recoverable = async (id: SessionId, there: Left): Promise<RecoverableSession | null> => {
    const session = await sessions.get(id).catch(nullIfGone);
    // It was deleted meanwhile, or damage has the work name a session that is none.
    if (session === null) return null;
    const [last] = await store.checkpoints.list(id);
    const checkpoint = last === undefined ? null : checkpointView(last);
    const partial = partialOf(there);
    return { session, checkpoint, partial, what: await whatIsLeft(store, there), prompt: promptFor(session, checkpoint) };
  };
  return {
    troubles,
    knowLoss: () => store.knowLoss(now()),
    async check(signal) {
      found = await damagedSessions(store, signal);
      return troubles();
    },
    async list() {
      const found = await Promise.all([...(await left())].map(([id, there]) => recoverable(id, there)));
      return found.filter((session) => session !== null);
    },
    async resume(id) {
      const there = (await left()).get(id);
      if (there === undefined) throw nothingLeft(id);
      for (const row of there.pending.filter((row) => !isQueued(row))) {
        const { message, facts } = row;
        const branch = await branchFor(row);
        if (messageText(message).trim() === '') {
          await store.pending.drop(row.id);
          continue;
        }
        const note = { ...(typeof facts.model === 'string' ? { model: facts.model } : {}), aborted: true } as const;
        const appended = await store.entries.append({
          session: id,
          branch,
          entries: [{ message: withNote(message, note) }],
          pending: row,
          at: now(),
        });
        await store.sessions.switchTo(id, branch);
        await events.publish(id, 'head', { version: appended.head.version, branch, why: 'resume' });
      }
      for (const row of there.pending.filter(isQueued)) {
        // What could not be read has nothing to be stored.
        if (row.message.parts.length === 0) await store.pending.drop(row.id);
        else await storeQueued(row);
      }
      await close(there);
      await publishQueue(id);
      return sessions.get(id);
    },
    async dismiss(id) {
      const there = (await left()).get(id);
      if (there === undefined) throw nothingLeft(id);
      for (const { id: pending } of there.pending) await store.pending.drop(pending);
      await close(there);
      await publishQueue(id);
    },
  };
}

function nullIfGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** What stands under dead leases, by session. */
async function findAbandoned(store: Store, { isDead }: ProcessLease): Promise<ReadonlyMap<SessionId, Left>> {
  const [pending, jobs] = await Promise.all([
    store.pending.list(),
    store.jobs.list({ kind: FOLD_KIND, states: ['queued', 'running'], limit: 10_000 }),
  ]);
  const tokens = new Set([...pending.map((row) => row.lease), ...jobs.map((row) => row.lease)]);
  const dead = new Set<number | null>();
  await Promise.all([...tokens].map(async (token) => ((await isDead(token)) ? dead.add(token) : undefined)));
  const found = new Map<SessionId, Left>();
  const at = (session: SessionId) => found.get(session) ?? { pending: [], jobs: [] };
  for (const row of pending.filter((one) => dead.has(one.lease)))
    found.set(row.session, { ...at(row.session), pending: [...at(row.session).pending, row] });
  for (const row of jobs.filter((one) => dead.has(one.lease) && one.session !== null)) {
    const session = row.session as SessionId;
    found.set(session, { ...at(session), jobs: [...at(session).jobs, row] });
  }
  return found;
}

function nothingLeft(session: SessionId): SessionError {
  return new SessionError('not-found', 'This session did not end in the middle of anything.', {
    todo: 'Open it as it is.',
    facts: { session },
  });
}

function partialOf({ pending }: Left): string | null {
  const answers = pending.filter((row) => !isQueued(row)).map(({ message }) => messageText(message));
  return answers.find((text) => text.trim() !== '') ?? null;
}

/** `1 message and a partial answer` */
async function whatIsLeft(store: Store, { pending, jobs }: Left): Promise<string> {
  let messages = 0;
  const queued = pending.filter(isQueued).length;
  for (const row of pending.filter((one) => !isQueued(one))) {
    messages += await messagesBehind(store, row).catch((error: unknown) => {
      // A session that cannot be read, or a row that names what is not there, must not keep the others from being told.
      if (error instanceof StoreCorrupt || error instanceof NotFound) return 0;
      throw error;
    });
  }
  const words = [
    ...(messages === 0 ? [] : [messages === 1 ? '1 message' : `${messages} messages`]),
    ...(queued === 0 ? [] : [queued === 1 ? '1 queued message' : `${queued} queued messages`]),
    ...(partialOf({ pending, jobs }) === null ? [] : ['a partial answer']),
    ...(jobs.length === 0 ? [] : ['an unfinished condensation']),
  ];
  return words.length === 0 ? 'a turn that had just begun' : words.join(' and ');
}

async function messagesBehind(store: Store, { session, branch, after }: PendingAnswer): Promise<number> {
  const { length } = await store.heads.get(session, branch);
  const before = after === null ? 0 : (await store.entries.get(session, after)).position + 1;
  return Math.max(0, length - before);
}

function promptFor({ updatedAt, title }: Session, checkpoint: Checkpoint | null): string {
  const time = new Date(checkpoint?.createdAt ?? updatedAt).toISOString().replace('T', ' ').slice(0, 16);
  return `Resume from checkpoint? ${time} - ${checkpoint?.label ?? (title || 'last message')}`;
}
