import type { PastRequest, PastRequests } from '@tenfold/contract';
import type { EntryId, Head } from '@tenfold/core';
import type { SessionId, Store, StoredEntry } from '@tenfold/store';
import { SessionError } from '../session-error.ts';
import { frameName, noteOf, type RequestNote } from './entry-note.ts';
import { type LoadedSession, reopened } from './load-session.ts';

/** Entries read at once, and at most for one answer: a long record from elsewhere has no requests of ours. */
const PAGE = 200;
const MAX_READ = 2_000;
const MAX_LISTED = 200;

/** The requests that answers of a branch remember, newest first. */
export async function pastRequests(store: Store, session: SessionId, branch: string, from?: number): Promise<PastRequests> {
  const requests: PastRequest[] = [];
  let before = from;
  for (let read = 0; read < MAX_READ && requests.length < MAX_LISTED; read += PAGE) {
    const page = await store.entries.page(session, { branch, limit: PAGE, ...(before === undefined ? {} : { before }) });
    requests.push(...page.toReversed().flatMap((entry) => requestOf(entry) ?? []));
    before = page[0]?.position ?? 0;
    if (before === 0) break;
  }
  return { requests, before: before === 0 ? null : (before ?? null) };
}

/** A session loaded out as it was when an answer was asked for. The system text and tools are those of now. */
export async function loadBefore(
  store: Store,
  loaded: LoadedSession,
  answer: EntryId,
): Promise<{ readonly loaded: LoadedSession; readonly request: PastRequest; readonly frameChanged: boolean }> {
  const { id } = loaded.session;
  const entry = await store.entries.get(id, answer);
  const request = requestOf(entry);
  const note = noteOf(entry.message).sent;
  if (request === null || note === undefined) throw unwritten(answer);
  const full = note.like === undefined ? note : noteOf((await store.entries.get(id, note.like)).message).sent;
  if (full?.folds === undefined) throw unwritten(answer);
  const head: Head = { position: entry.parent, folds: full.folds, protected: full.protected ?? [], settings: {} };
  const then = await reopened(loaded, await store.contexts.loadHead(id, head));
  return { loaded: then, request, frameChanged: note.frame !== frameName(loaded.frame) };
}

function requestOf({ id, position, createdAt, message, inputTokens, outputTokens }: StoredEntry): PastRequest | null {
  const { sent, model, aborted } = noteOf(message);
  if (!isNote(sent)) return null;
  const { tokens, cost } = sent;
  return {
    answer: id,
    position,
    at: createdAt,
    model: model ?? null,
    tokens,
    inputTokens,
    outputTokens,
    cost,
    ...(aborted === true ? { aborted } : {}),
  };
}

/** An imported record may bring anything under our name. */
function isNote(sent: unknown): sent is RequestNote {
  return typeof sent === 'object' && sent !== null && typeof (sent as RequestNote).tokens === 'number';
}

function unwritten(answer: EntryId): SessionError {
  return new SessionError('not-found', 'What was sent for this answer was not written down.', {
    todo: 'Choose another request: those sent from here are kept.',
    facts: { answer },
  });
}
