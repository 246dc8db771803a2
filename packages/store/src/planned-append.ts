import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntryId, entryIdInSlices, type Message } from '@tenfold/core';
import type { AppendRequest, Telling, UnstoredEntry } from './entry.ts';
import type { StoredHead } from './head.ts';
import type { BranchEnd } from './opened-session.ts';
import { sha256 } from './sha256.ts';

/** What an append behind a known end comes to. */
export interface PlannedAppend {
  readonly end: BranchEnd & { readonly segment: number };
  readonly entries: readonly UnstoredEntry[];
  readonly head: StoredHead;
  readonly telling: Telling;
}

/** Works out what an append writes where its caller knows the end of the branch; null where more has to be known. */
export async function plannedAppend(request: AppendRequest): Promise<PlannedAppend | null> {
  const { end, expect, behind, at } = request;
  const first = request.entries[0]?.message;
  if (end === undefined || !hasSegment(end) || (expect !== undefined && expect !== end.head.version)) return null;
  if (behind !== undefined && behind !== end.head.head.position) return null;
  if (first?.role === 'assistant' && end.role === 'assistant') return null;
  const entries = await plannedEntries(request, end);
  const length = end.head.length + entries.length;
  const position = entries.at(-1)?.id ?? null;
  const head = { ...end.head, version: end.head.version + 1, head: { ...end.head.head, position }, length, updatedAt: at };
  return { end, entries, head, telling: request.tell?.({ entries, head }) ?? { events: [] } };
}

function hasSegment(end: BranchEnd): end is PlannedAppend['end'] {
  return end.segment !== null;
}

/** Milliseconds of work before others have their turn. */
const SLICE_MS = 8;

/** Answers how to give others their turn once it is theirs. */
export function turnTaking(): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  };
}

/** The id of an entry, others having their turn before it is hashed where its message is long. */
export async function namedInTurns(parent: EntryId | null, message: Message, letOthers: () => Promise<void>): Promise<EntryId> {
  for (const naming = entryIdInSlices(parent, message, sha256); ; await letOthers()) {
    const { done, value } = naming.next();
    if (done) return value;
  }
}

/** The entries as they will stand behind an end. */
async function plannedEntries({ session, entries, at }: AppendRequest, { head }: BranchEnd): Promise<readonly UnstoredEntry[]> {
  let parent = head.head.position;
  const planned: UnstoredEntry[] = [];
  const letOthers = turnTaking();
  for (const { message, inputTokens = null, outputTokens = null, countedTokens = null, at: saidAt = at } of entries) {
    const id = await namedInTurns(parent, message, letOthers);
    const entry = { id, message, session, parent, position: head.length + planned.length };
    parent = id;
    planned.push({ ...entry, inputTokens, outputTokens, countedTokens, createdAt: saidAt });
    await letOthers();
  }
  return planned;
}
