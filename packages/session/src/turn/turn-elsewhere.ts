import type { Message } from '@tenfold/core';
import { blocking, LEFT, type PendingAnswer, type SessionId } from '@tenfold/store';
import { entryViews, noteOf } from '../conversation/entry-note.ts';
import { reasonOf } from '../log.ts';
import { isKnownDead } from '../recovery/process-lease.ts';
import { sleep } from '../sleep.ts';
import { isQueued } from './message-queue.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnParts } from './turn-under-way.ts';

// Turns that another process takes. All that is known of them is what it stores: the row of its answer, which it writes as the answer
// grows, and the entries behind it.

type Parts = Pick<TurnParts, 'store' | 'events' | 'lease' | 'log' | 'monotonic' | 'isDead' | 'loader'>;

/** How often an answer that another process writes is looked at: about as often as it writes. */
const LOOK_MS = 250;
/** How long a process that is asked to stop may take. */
const STOP_MS = 10_000;

/** Rows of other processes, as far as they are not known to be dead. */
async function rowsElsewhere({ store, lease: own }: Parts, session: SessionId): Promise<readonly PendingAnswer[]> {
  const rows = await store.pending.list({ session });
  return rows.filter(({ lease }) => lease !== LEFT && lease !== own);
}

/**
 * Waits until no other process answers in a session, nor has a message in line before those of this one; what dead ones left there
 * does not count. False when `signal` ended the waiting.
 */
export async function turnFree(parts: Parts, session: SessionId, signal: AbortSignal): Promise<boolean> {
  const { events, store, lease } = parts;
  for (;;) {
    if (signal.aborted) return false;
    const watch = await events.watch(session, signal);
    try {
      const before = blocking(await store.pending.list({ session }), lease);
      if (before.length === 0) return true;
      await Promise.race([watch.woken, leaveDead(parts, session, before)]);
    } finally {
      watch.end();
    }
  }
}

/** Takes from processes that are dead what they hold in a session. It takes a while to be sure that one lives. */
async function leaveDead({ store, log, isDead }: Parts, session: SessionId, rows: readonly PendingAnswer[]): Promise<void> {
  try {
    for (const lease of new Set(rows.map((row) => row.lease))) if (await isDead(lease)) await store.pending.leave(session, lease);
  } catch (error) {
    log.warn('dead-turn-not-left', { session, reason: reasonOf(error) });
    await sleep(LOOK_MS);
  }
}

/** Has another process stop its turn; false where none takes one. */
export async function stopElsewhere(parts: Parts, session: SessionId): Promise<boolean> {
  const { store, monotonic } = parts;
  let asked = false;
  for (const end = monotonic() + STOP_MS; monotonic() < end; ) {
    const answering = (await rowsElsewhere(parts, session)).filter((row) => !isQueued(row));
    if (answering.length === 0) return asked;
    // Asked again, since each step of a turn has a row of its own.
    asked = (await store.pending.stop(session)) || asked;
    await Promise.race([leaveDead(parts, session, answering), sleep(LOOK_MS)]);
  }
  return asked;
}

/** Joins the turn another process takes; null where none does. */
export async function followElsewhere(parts: Parts, session: SessionId): Promise<AsyncIterableIterator<TurnEvent> | null> {
  const answering = (await rowsElsewhere(parts, session)).find((row) => !isQueued(row));
  if (answering === undefined) return null;
  if (await isKnownDead(parts.isDead, answering.lease)) return null;
  return follow(parts, session, answering);
}

async function* follow(parts: Parts, session: SessionId, first: PendingAnswer): AsyncGenerator<TurnEvent> {
  const { branch, lease, facts } = first;
  const watched = watchOver(parts, lease);
  const written = entriesWritten(parts, session, first);
  try {
    yield { type: 'start', turn: first.id, branch, model: String(facts.model ?? '') };
    let said = '';
    let rows: readonly PendingAnswer[] = [];
    for (let row: PendingAnswer | undefined = first; row !== undefined && !watched.dead; ) {
      const { type, text } = growing(row);
      if (text !== said) yield { type, id: `${row.id}-${type}`, delta: text.startsWith(said) ? text.slice(said.length) : text };
      said = text;
      await sleep(LOOK_MS);
      rows = await parts.store.pending.list({ session });
      const next = rows.find((other) => other.lease === lease && !isQueued(other));
      if (next?.id !== row.id) {
        said = '';
        yield* written.next();
      }
      row = next;
    }
    const isElsewhere = rows.some((other) => !isQueued(other) && other.lease !== lease && other.lease !== LEFT);
    // Another process goes on with it, from the beginning of what was not stored: whoever reads joins it there.
    if (written.outcome === null && isElsewhere && !watched.dead) return;
    yield { type: 'done', outcome: watched.dead ? 'stopped' : (written.outcome ?? 'stopped') };
  } finally {
    watched.end();
  }
}

/** What has come of the part of an answer that grows: its words, or its thinking before them. */
function growing({ message }: PendingAnswer): { readonly type: 'text' | 'reasoning'; readonly text: string } {
  const part = message.parts.at(-1);
  return part?.type === 'text' || part?.type === 'reasoning' ? { type: part.type, text: part.text } : { type: 'text', text: '' };
}

/** What another process stores behind a question, as it comes. */
function entriesWritten({ store, loader }: Parts, session: SessionId, { branch, after }: PendingAnswer) {
  let seen = after;
  const told = {
    /** How the turn ended, where its answer is stored: whole, or as far as it came. */
    outcome: null as 'answered' | 'stopped' | null,
    async *next(): AsyncGenerator<TurnEvent> {
      const { end, opened, choices } = await loader.load(session, branch);
      const { position } = end.head.head;
      if (position === null || position === seen) return;
      const from = seen === null ? 0 : (await store.entries.get(session, seen)).position + 1;
      const stored = await store.entries.range(session, position, from, end.head.length - 1);
      for (const entry of entryViews(stored, opened, choices.count))
        yield { type: 'entry', entry, version: end.head.version, key: null };
      for (const { message } of stored) told.outcome ??= endOf(message);
      seen = position;
    },
  };
  return told;
}

/** How an entry ends its turn; null where it does not. */
function endOf(message: Message): 'answered' | 'stopped' | null {
  if (message.role !== 'assistant') return null;
  if (noteOf(message).aborted === true) return 'stopped';
  return message.parts.some(({ type }) => type === 'tool-call') ? null : 'answered';
}

/** Looks again and again whether a process is dead. */
function watchOver({ isDead }: Parts, lease: number) {
  const watched = {
    dead: false,
    over: false,
    end() {
      watched.over = true;
    },
  };
  const look = async () => {
    while (!watched.over && !watched.dead) watched.dead = await isDead(lease).catch(() => false);
  };
  void look();
  return watched;
}
