import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntryId, entryId, entryIdInSlices, isLong, lettersIn, type Message } from '@tenfold/core';
import type { Place } from './chain.ts';
import { sha256, written } from './column-json.ts';
import type { AppendRequest, NewEntry, StoredEntry, UnstoredEntry, WrittenAlongside } from './entry.ts';
import type { StoredHead } from './head.ts';
import type { HeadRow } from './head-rows.ts';
import type { BranchEnd } from './opened-session.ts';
import type { Touched } from './touch-session.ts';

/** Where entries are to go. */
export interface Start {
  /** What stands there already of what is to be appended. */
  readonly known: readonly StoredEntry[];
  /** Where the last entry before the new ones stands, and the segment the last of all goes on. */
  readonly after: Place | null;
  readonly segment: number;
}

/** What an append comes to. */
export interface PlannedAppend extends Start {
  /** The end of the branch as it was. */
  readonly end: BranchEnd;
  /** Entries that are to be written. */
  readonly fresh: readonly UnstoredEntry[];
  readonly head: StoredHead;
  /** What the row of the head moves to. */
  readonly move: Move;
  readonly alongside: WrittenAlongside;
}

/** Works out what an append writes where its caller knows the end of the branch; null where more has to be known. */
export async function plannedAppend(request: AppendRequest): Promise<PlannedAppend | null> {
  const { end, expect, behind } = request;
  if (end === undefined || end.segment === null || (expect !== undefined && expect !== end.head.version)) return null;
  if (behind !== undefined && behind !== end.head.head.position) return null;
  // Of a row that is damaged more is written than where it moves to.
  if (end.head.damages !== undefined) return null;
  const { segment } = end;
  return planBehind(request, end, { known: [], after: { segment, position: end.head.length - 1 }, segment });
}

/** The same for a start that was looked up. */
export async function planBehind(request: AppendRequest, end: BranchEnd, start: Start): Promise<PlannedAppend> {
  const { known, after } = start;
  const first = (after?.position ?? -1) + 1;
  const fresh = await namedEntries(request, known.length, known.at(-1)?.id ?? end.head.head.position, first);
  const entries = [...known, ...fresh];
  const length = first + fresh.length;
  const position = entries.at(-1)?.id ?? null;
  const { head: before, version } = end.head;
  const head = { ...end.head, version: version + 1, head: { ...before, position }, length, updatedAt: request.at };
  const alongside: WrittenAlongside = request.alongside?.({ entries, head }) ?? { events: [] };
  const { tokens = null, by = null } = alongside.used ?? {};
  const move = { version: head.version, position, length, updated_at: request.at, used_tokens: tokens, counted_by: by };
  return { ...start, end, fresh, head, move, alongside };
}

/** The messages of a request from one of them on as they will stand behind an entry, the first of them at a position. */
export async function namedEntries(
  { session, entries, at }: Pick<AppendRequest, 'session' | 'entries' | 'at'>,
  from: number,
  after: EntryId | null,
  first: number,
): Promise<readonly UnstoredEntry[]> {
  let parent = after;
  const named: UnstoredEntry[] = [];
  const yieldToOthers = createYield();
  for (const { message, inputTokens = null, outputTokens = null, countedTokens = null, at: saidAt = at } of entries.slice(from)) {
    const id = await nameOf(parent, message, yieldToOthers);
    const position = first + named.length;
    named.push({ id, message, session, parent, position, inputTokens, outputTokens, countedTokens, createdAt: saidAt });
    parent = id;
    if (from + named.length < entries.length) await yieldToOthers();
  }
  return named;
}

/** The id of an entry, others having their turn before it is hashed where its message is long. */
export async function nameOf(parent: EntryId | null, message: Message, yieldToOthers: () => Promise<void>): Promise<EntryId> {
  if (!isLong(message)) return entryId(parent, message, sha256);
  for (const naming = entryIdInSlices(parent, message, sha256); ; await yieldToOthers()) {
    const { done, value } = naming.next();
    if (done) return value;
  }
}

/** What an idempotency key was used for. */
export async function requestDigest(entries: readonly NewEntry[]): Promise<string> {
  const messages = entries.map(({ message }) => message);
  return (await written(messages, '', createYield())).digest;
}

/** Milliseconds of work before others have their turn. */
const SLICE_MS = 8;

/** Keeps long work from holding everyone up: what is called between its steps gives others their turn once it is theirs. */
export function createYield(): () => Promise<void> {
  let until = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < until) return;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  };
}

/** What a head moves to. */
export type Move = Pick<HeadRow, 'version' | 'position' | 'length' | 'updated_at' | 'used_tokens' | 'counted_by'>;

/** An end and its session as they were seen. */
export function seenEnd({ end: { head, sessionVersion, current }, segment }: PlannedAppend) {
  return {
    branch: head.branch,
    segment,
    seen_version: head.version,
    seen_length: head.length,
    seen_session: sessionVersion,
    seen_current: current,
  };
}

/** The end of a branch behind entries that were just written. */
export function endOf(
  head: StoredHead,
  segment: number | null,
  { title, version: sessionVersion, branch: current }: Pick<Touched, 'title' | 'version' | 'branch'>,
  entries: readonly StoredEntry[],
): BranchEnd {
  return { head, segment, role: entries.at(-1)?.message.role ?? null, title, sessionVersion, current };
}

/** Messages and characters of an append that holds nobody up. */
const FEW = 8;
const SHORT = 1 << 16;
/** Characters that take a database so long to write that the loop would be held up by it. */
const LONG = 1 << 20;

/** How an append is written, by what there is to write. */
export function optionsOf({ entries, flushed = true }: Pick<AppendRequest, 'entries' | 'flushed'>) {
  let letters = 0;
  for (const { message } of entries) letters += lettersIn(message.parts, LONG, 0);
  return { small: entries.length <= FEW && letters <= SHORT, long: letters > LONG, flushed };
}
