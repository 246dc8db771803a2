import { isLong, lettersIn, messageText } from '@tenfold/core';
import { allOf } from './all-of.ts';
import { Appending, type AppendStart } from './appending.ts';
import { readTexts } from './column-json.ts';
import type { Appended, AppendRequest, NewEntry, StoredEntry, Telling } from './entry.ts';
import { storedEntry } from './entry-rows.ts';
import { Conflict, Invalid, NotFound } from './error.ts';
import { insertEvents } from './events.ts';
import { fixedQuery } from './fixed-query.ts';
import type { StoredHead } from './head.ts';
import { type HeadRow, storedHead } from './head-rows.ts';
import type { BranchEnd } from './opened-session.ts';
import { ownSession } from './ownership.ts';
import { completeAnswer, insertPending, takeTurn } from './pending.ts';
import { type PlannedAppend, plannedAppend, turnTaking } from './planned-append.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import { sha256, writtenInTurns } from './sha256.ts';
import { type Touched, touchSession } from './touch-session.ts';

/** Writes the messages behind a head that was read in the same transaction, and moves it. */
export async function appendAt(db: Db, scope: Scope, request: AppendRequest, row: AppendRow): Promise<Appended> {
  const writing = new Appending(db, scope, request, row);
  const entries = await writeAll(writing, request.entries);
  const { place, written } = writing;
  const moved = {
    version: row.version + 1,
    position: entries.at(-1)?.id ?? null,
    segment: place?.segment ?? null,
    length: (place?.position ?? -1) + 1,
    updated_at: request.at,
  };
  const head = storedHead({ ...row, ...moved });
  const telling = request.tell?.({ entries, head }) ?? { events: [] };
  const move = db
    .updateTable('heads')
    .set({ ...moved, ...usedColumns(telling) })
    .where('session', '=', request.session)
    .where('branch', '=', row.branch);
  const counts = { written, called: row.title, told: telling.events.length };
  const [touched] = await allOf([touchSession(db, scope, request, counts), move.execute(), writing.finish()]);
  await writeBeside(db, request, { head, entries, telling, touched });
  return { entries, head, end: endOf(head, moved.segment, touched, entries), repeated: false };
}

/**
 * The same where the caller knows the end of the branch: the head moves only if it still is where the caller saw it and nothing
 * has come behind it. Null, and nothing written, where it is not, or where more has to be known.
 */
export async function appendAtEnd(db: Db, scope: Scope, request: AppendRequest): Promise<Appended | null> {
  const planned = await plannedAppend(request);
  if (planned === null) return null;
  const { end, head, telling } = planned;
  const { session, key, at } = request;
  const moved = await moveHead(db, {
    session,
    owner: scope.owner,
    ...asSeen(end),
    version: head.version,
    position: head.head.position,
    length: head.length,
    updated_at: at,
    ...usedColumns(telling),
    key: key ?? null,
  });
  if (moved.length === 0) return null;
  const counts = { written: planned.entries.length, called: end.title, told: telling.events.length };
  const touched = await touchSession(db, scope, request, counts);
  const last_sequence = touched.last_sequence - planned.entries.length;
  const { position: tip, ...rest } = { ...end.head.head, segment: end.segment, length: end.head.length, tip_role: end.role };
  const writing = new Appending(db, scope, request, { ...rest, position: tip, last_sequence, behind: null });
  const entries = await writeAll(writing, request.entries);
  await allOf([writing.finish(), writeBeside(db, request, { head, entries, telling, touched })]);
  return { entries, head, end: endOf(head, end.segment, touched, entries), repeated: false };
}

/** An end and its session as they were seen. */
export function asSeen({ head, segment, sessionVersion, current }: PlannedAppend['end']) {
  return {
    branch: head.branch,
    segment,
    seen_version: head.version,
    seen_length: head.length,
    seen_session: sessionVersion,
    seen_current: current,
  };
}

type SeenEnd = Pick<HeadRow, 'session' | 'branch' | 'segment'> & {
  readonly owner: string;
  readonly seen_version: number;
  readonly seen_length: number;
  readonly seen_session: number;
  readonly seen_current: string;
  readonly key: string | null;
};
type Move = Pick<HeadRow, 'version' | 'position' | 'length' | 'updated_at' | 'used_tokens' | 'counted_by'>;

/** Moves a head that is where it was seen, in a session as it was seen, with nothing behind it and no use of the key; gives no row where it is not. */
const moveHead = fixedQuery((db, { key, ...given }: SeenEnd & Move) => {
  const { session, owner, branch, segment, seen_version, seen_length, seen_session, seen_current, ...moved } = given;
  return db
    .updateTable('heads')
    .set(moved)
    .where('session', '=', session)
    .where(({ exists, selectFrom }) => {
      const own = selectFrom('sessions').select('id').where('id', '=', session).where('owner', '=', owner);
      return exists(own.where('version', '=', seen_session).where('branch', '=', seen_current));
    })
    .where('branch', '=', branch)
    .where('version', '=', seen_version)
    .where(({ not, exists, selectFrom }) => {
      const onSegment = selectFrom('entries').select('id').where('session', '=', session).where('segment', '=', segment);
      return not(exists(onSegment.where('position', '=', seen_length)));
    })
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('append_keys').select('key').where('session', '=', session).where('key', '=', key))),
    )
    .returning('version');
});

/** Writes entries one behind the other. */
export async function writeAll(writing: Appending, given: readonly NewEntry[]): Promise<readonly StoredEntry[]> {
  const entries: StoredEntry[] = [];
  const letOthers = turnTaking();
  for (const entry of given) {
    entries.push(await writing.write(entry));
    await letOthers();
  }
  return entries;
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

/** What a head was counted at, as its row has it. */
export function usedColumns({ used }: Telling) {
  return { used_tokens: used?.tokens ?? null, counted_by: used?.by ?? null };
}

/** What comes and goes with the entries. */
async function writeBeside(
  db: Db,
  request: AppendRequest,
  { head, entries, telling, touched }: { head: StoredHead; entries: readonly StoredEntry[]; telling: Telling; touched: Touched },
): Promise<void> {
  const { session, key, entries: given, at } = request;
  const keep = async (used: string) => {
    const row = { session, key: used, digest: await requestDigest(given), entries: JSON.stringify(entries.map(({ id }) => id)) };
    await db.insertInto('append_keys').values(row).execute();
  };
  await allOf([
    ...(key === undefined ? [] : [keep(key)]),
    changeTurn(db, request, head),
    insertEvents(db, { session, last: touched.last_event, at }, telling.events),
  ]);
}

/** The answer that is complete with the entries gives its turn back, or on. */
async function changeTurn(db: Db, { session, pending, begins, at }: AppendRequest, head: StoredHead): Promise<void> {
  const done = pending === undefined ? null : await completeAnswer(db, pending);
  if (begins !== undefined) {
    const row = { ...begins, session, branch: head.branch, after: head.head.position, place: null, at };
    if (done !== null && done.place === null) await insertPending(db, row);
    else await takeTurn(db, { ...row, place: done?.place ?? null });
  }
}

/** What an idempotency key wrote the first time; null when it is new. Other text under the same key is refused. */
export async function repeatedAppend(db: Db, request: AppendRequest, row: AppendRow): Promise<Appended | null> {
  if (request.key === undefined || row.known_entries === null) return null;
  if (row.known_digest !== (await requestDigest(request.entries))) {
    const facts = { session: request.session, key: request.key };
    throw new Conflict('The idempotency key was used for other text. Nothing was written.', facts, 'Use a new key for new text.');
  }
  const ids = readTexts(row.known_entries);
  const rows = await db.selectFrom('entries').selectAll().where('session', '=', request.session).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((entry) => [entry.id, storedEntry(entry)]));
  const entries = ids.flatMap((id) => byId.get(id) ?? []);
  const head = storedHead(row);
  return {
    entries,
    head,
    end: endOf(head, row.segment, { title: row.title, version: row.session_version, branch: row.current }, entries),
    repeated: true,
  };
}

/** Refuses messages that cannot be stored. */
export function checkEntries(entries: readonly NewEntry[]): void {
  if (entries.length === 0) throw new Invalid('There is nothing to append. Nothing was written.');
  for (const { message } of entries) {
    if (!Array.isArray(message?.parts) || typeof message.role !== 'string')
      throw new Invalid('A message needs a role and a list of parts. Nothing was written.');
  }
}

/** Messages and characters of an append that holds nobody up. */
const FEW = 8;
const SHORT = 1 << 16;

/** Whether an append is soon done. */
export function isSmall({ entries }: AppendRequest): boolean {
  if (entries.length > FEW) return false;
  let letters = 0;
  for (const { message } of entries) {
    letters += messageText(message).length;
    for (const { type } of message.parts) if (type === 'attachment') return false;
  }
  return letters <= SHORT;
}

/** Characters that take a database so long to write that the loop would be held up by it. */
const LONG = 1 << 21;

/** Whether entries are much to write. */
export function takesLong(entries: readonly NewEntry[]): boolean {
  let letters = 0;
  for (const { message } of entries) letters += lettersIn(message);
  return letters > LONG;
}

/** What an idempotency key was used for. */
export async function requestDigest(entries: readonly NewEntry[]): Promise<string> {
  const messages = entries.map(({ message }) => message);
  return isLong(messages) ? (await writtenInTurns(messages, '', turnTaking())).digest : sha256(JSON.stringify(messages));
}

/** A head with all that an append has to know, read at once. */
export interface AppendRow extends HeadRow, AppendStart {
  /** What the session is called, its version, and the branch turns go on. */
  readonly title: string;
  readonly session_version: number;
  readonly current: string;
  /** What the idempotency key wrote before. */
  readonly known_digest: string | null;
  readonly known_entries: string | null;
}

/** The head an append goes behind. */
export async function appendHead(db: Db, owner: string, request: AppendRequest): Promise<AppendRow> {
  const { session, branch = 'main', key = null } = request;
  const row = await db
    .selectFrom('heads')
    .innerJoin('sessions', 'sessions.id', 'heads.session')
    .leftJoin('entries as tip', (join) => join.onRef('tip.session', '=', 'heads.session').onRef('tip.id', '=', 'heads.position'))
    .leftJoin('entries as next', (join) =>
      join
        .onRef('next.session', '=', 'heads.session')
        .onRef('next.segment', '=', 'heads.segment')
        .onRef('next.position', '=', 'heads.length'),
    )
    .leftJoin('append_keys as known', (join) => join.onRef('known.session', '=', 'heads.session').on('known.key', '=', key))
    .selectAll('heads')
    .select([
      'sessions.last_sequence',
      'sessions.title',
      'sessions.version as session_version',
      'sessions.branch as current',
      'tip.role as tip_role',
      'next.id as behind',
      'known.digest as known_digest',
      'known.entries as known_entries',
    ])
    .where('heads.session', '=', session)
    .where('heads.branch', '=', branch)
    .where('sessions.owner', '=', owner)
    .executeTakeFirst();
  if (row !== undefined) return row;
  await ownSession(db, owner, session);
  throw new NotFound('branch', branch);
}
