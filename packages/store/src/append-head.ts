import type { EntryId, Role } from '@tenfold/core';
import type { NamedTip } from './branch-tip.ts';
import type { Place } from './chain.ts';
import { readTexts } from './column-json.ts';
import type { Appended, AppendRequest, StoredEntry } from './entry.ts';
import { storedEntries } from './entry-rows.ts';
import { Conflict, NotFound } from './error.ts';
import { type HeadRow, storedHead, withEnd } from './head-rows.ts';
import type { BranchEnd } from './opened-session.ts';
import { ownSession } from './ownership.ts';
import { createYield, nameOf, requestDigest, type Start } from './planned-append.ts';
import type { Db } from './schema.ts';
import type { SessionId } from './session.ts';
/** A head with all that an append has to know, read at once. */
export interface AppendRow extends HeadRow, NamedTip {
  /** Entries the session has. */
  readonly last_sequence: number;
  /** Who spoke last. */
  readonly tip_role: string | null;
  /** What stands behind the head on its segment, where it is not the end. */
  readonly behind: string | null;
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
      'tip.segment as tip_segment',
      'tip.position as tip_position',
      'next.id as behind',
      'known.digest as known_digest',
      'known.entries as known_entries',
    ])
    .where('heads.session', '=', session)
    .where('heads.branch', '=', branch)
    .where('sessions.owner', '=', owner)
    .executeTakeFirst();
  if (row !== undefined) return withEnd(db, row);
  await ownSession(db, owner, session);
  throw new NotFound('branch', branch);
}

/** The end of a branch as its row has it. */
export function endOfRow(row: AppendRow): BranchEnd {
  const { segment, title, current } = row;
  return {
    head: storedHead(row),
    segment,
    role: row.tip_role as Role | null,
    title,
    sessionVersion: row.session_version,
    current,
  };
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
  const byId = new Map((await storedEntries(rows)).map((entry) => [entry.id, entry]));
  const entries = ids.flatMap((id) => byId.get(id) ?? []);
  const end = endOfRow(row);
  return { entries, head: end.head, end, repeated: true };
}

/**
 * Where an append behind a head begins to write. What stands behind it already stays as it was stored, as long as it is what is to be appended;
 * what is new goes on its segment if nothing stands there yet, and on one of its own if something does.
 */
export async function startBehind(db: Db, { session, entries }: AppendRequest, row: AppendRow): Promise<Start> {
  const known: StoredEntry[] = [];
  const yieldToOthers = createYield();
  let after: Place | null = row.segment === null ? null : { segment: row.segment, position: row.length - 1 };
  let parent = row.position;
  const isFollowedThere = async (place: Place) => (row.foundEnd ? isFollowed(db, session, place) : row.behind !== null);
  let isTaken = after === null ? row.last_sequence > 0 : await isFollowedThere(after);
  for (const { message } of entries) {
    if (!isTaken) break;
    parent = await nameOf(parent, message, yieldToOthers);
    const found = await entryRow(db, session, parent);
    if (found === undefined) break;
    known.push(...(await storedEntries([found])));
    after = { segment: found.segment, position: found.position };
    isTaken = await isFollowed(db, session, after);
  }
  const goesOn = known.length === entries.length || !isTaken;
  return { known, after, segment: after !== null && goesOn ? after.segment : await newSegment(db, session, after) };
}

async function entryRow(db: Db, session: SessionId, id: EntryId) {
  return db.selectFrom('entries').selectAll().where('session', '=', session).where('id', '=', id).executeTakeFirst();
}

async function isFollowed(db: Db, session: SessionId, { segment, position }: Place): Promise<boolean> {
  const onSegment = db.selectFrom('entries').select('id').where('session', '=', session).where('segment', '=', segment);
  return (await onSegment.where('position', '=', position + 1).executeTakeFirst()) !== undefined;
}

/** A segment that goes on behind a place. */
async function newSegment(db: Db, session: SessionId, after: Place | null): Promise<number> {
  const last = async (table: 'segments' | 'entries') => {
    const numbers = db.selectFrom(table).select((on) => on.fn.max('segment').as('last'));
    return (await numbers.where('session', '=', session).executeTakeFirst())?.last ?? -1;
  };
  // The row of a segment may be lost while its entries are there.
  const segment = Math.max(await last('segments'), await last('entries')) + 1;
  const row = { session, segment, parent_segment: after?.segment ?? null, first_position: (after?.position ?? -1) + 1 };
  await db.insertInto('segments').values(row).execute();
  return segment;
}
