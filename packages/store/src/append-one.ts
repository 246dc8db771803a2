import type { Appended, AppendRequest, UnstoredEntry } from './entry.ts';
import { areMany, dropOldEvents } from './events.ts';
import { entryWords } from './fts.ts';
import type { OneEntry } from './one-entry.ts';
import { endOf, optionsOf, type PlannedAppend, requestDigest, seenEnd } from './planned-append.ts';
import type { Scope } from './scope.ts';
import { touchedWords } from './touch-session.ts';
import { callMentions, entryDigest } from './write-entries.ts';

/** Appends where one statement does it: one message without ties behind a known end, and no turn that changes with it. Null, and nothing written, where it is not so. */
export async function appendOne(
  { write, statement }: { write: Scope['write']; statement: NonNullable<Scope['appendOne']> },
  request: AppendRequest,
  planned: PlannedAppend,
): Promise<Appended | null> {
  const [entry, ...more] = planned.fresh;
  if (entry === undefined || more.length > 0 || !isPlain(request, planned, entry)) return null;
  const { head, end, segment, alongside } = planned;
  const row = await rowOf(request, planned, entry);
  const written = await statement(row);
  if (written === null) return null;
  if (areMany(written.last_event, alongside.events.length))
    await write([], (db) => dropOldEvents(db, request.session, written.last_event));
  const entries = [{ ...entry, sequence: written.last_sequence }];
  // It was written only where its session is as it was seen.
  const isNamed = end.title === '' && row.title !== null;
  const touched = {
    title: isNamed ? row.title : end.title,
    version: end.sessionVersion + (isNamed ? 1 : 0),
    branch: end.current,
  };
  return { entries, head, end: endOf(head, segment, touched, entries), repeated: false };
}

function isPlain(request: AppendRequest, { end }: PlannedAppend, { message }: UnstoredEntry): boolean {
  const { pending, begins } = request;
  if (pending !== undefined || begins !== undefined || !optionsOf(request).small) return false;
  // Thinking may lead from one answer to the next.
  if (message.role === 'assistant' && end.role === 'assistant') return false;
  return callMentions(message).open.size === 0;
}

async function rowOf(request: AppendRequest, planned: PlannedAppend, entry: UnstoredEntry): Promise<OneEntry> {
  const { session, key, at } = request;
  const { end, move, alongside } = planned;
  const { used_tokens, counted_by } = move;
  const { title, preview, searched } = touchedWords(request, end.title);
  const message = JSON.stringify(entry.message);
  return {
    session,
    ...seenEnd(planned),
    id: entry.id,
    parent: entry.parent,
    role: entry.message.role,
    message,
    parts: JSON.stringify(entry.message.parts),
    digest: entryDigest(entry.id, message),
    input_tokens: entry.inputTokens,
    output_tokens: entry.outputTokens,
    counted_tokens: entry.countedTokens,
    created_at: entry.createdAt,
    text: entryWords(entry.message),
    used_tokens,
    counted_by,
    key: key ?? null,
    key_digest: key === undefined ? null : await requestDigest(request.entries),
    title: title ?? null,
    preview,
    searched,
    updated_at: at,
    events: alongside.events,
  };
}
