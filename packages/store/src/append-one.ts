import { asSeen, endOf, isSmall, requestDigest, usedColumns } from './append.ts';
import { entryDigest } from './appending.ts';
import type { Appended, AppendRequest, NewEntry, UnstoredEntry } from './entry.ts';
import { areMany, dropOldEvents } from './events.ts';
import type { OneEntry } from './one-entry.ts';
import { type PlannedAppend, plannedAppend } from './planned-append.ts';
import type { Scope } from './scope.ts';
import { entryWords } from './search-words.ts';
import { touchedWords } from './touch-session.ts';
import { callMentions } from './unit.ts';

/** Appends where one statement does it: one message without calls behind a known end, and no turn that changes with it. Null, and nothing written, where it is not so. */
export async function appendOne(scope: Scope, request: AppendRequest): Promise<Appended | null> {
  if (scope.appendOne === null || !isPlain(request)) return null;
  const planned = await plannedAppend(request);
  const [entry] = planned?.entries ?? [];
  if (planned === null || entry === undefined) return null;
  const { head, end, telling } = planned;
  const row = await rowOf(request, planned, entry);
  const written = await scope.appendOne(row);
  if (written === null) return null;
  if (areMany(written.last_event, telling.events.length))
    await scope.write([], (db) => dropOldEvents(db, request.session, written.last_event));
  const entries = [{ ...entry, sequence: written.last_sequence }];
  // It was written only where its session is as it was seen.
  const isNamed = end.title === '' && row.title !== null;
  const touched = {
    title: isNamed ? row.title : end.title,
    version: end.sessionVersion + (isNamed ? 1 : 0),
    branch: end.current,
  };
  return { entries, head, end: endOf(head, end.segment, touched, entries), repeated: false };
}

function isPlain(request: AppendRequest): boolean {
  const { entries, pending, begins } = request;
  if (entries.length !== 1 || pending !== undefined || begins !== undefined || !isSmall(request)) return false;
  return callMentions((entries[0] as NewEntry).message).open.size === 0;
}

async function rowOf(request: AppendRequest, { end, telling }: PlannedAppend, entry: UnstoredEntry): Promise<OneEntry> {
  const { session, key, at } = request;
  const { title, preview, searched } = touchedWords(request, end.title);
  const message = JSON.stringify(entry.message);
  return {
    session,
    ...asSeen(end),
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
    ...usedColumns(telling),
    key: key ?? null,
    key_digest: key === undefined ? null : await requestDigest(request.entries),
    title: title ?? null,
    preview,
    searched,
    updated_at: at,
    events: telling.events,
  };
}
