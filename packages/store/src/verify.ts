import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Place } from './chain.ts';
import { readMessage } from './column-json.ts';
import { ownSession } from './ownership.ts';
import { createYield, nameOf } from './planned-append.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { fitAtOnce, messageBytes } from './slices-by-length.ts';
import { unnamedRows } from './unnamed-rows.ts';
import { LONG_MESSAGE, shownLongMessage } from './unreadable-message.ts';
import { unreadableIn, unreadableOwned } from './unreadable-rows.ts';
import { faultsOf, readNaming, wrongPlans } from './verify-heads.ts';
import { entryDigest } from './write-entries.ts';

/** Something stored that does not match its hash or its place, or cannot be read. */
export interface Damage {
  /** Null where it is not about a conversation. */
  readonly session: SessionId | null;
  /** 1-based order of storing of the entry, null when it is not about one entry. */
  readonly sequence: number | null;
  readonly what: string;
}

/** What `verify` found. */
export interface Verification {
  readonly sessions: number;
  readonly entries: number;
  readonly damages: readonly Damage[];
}

/** Entries read at once: few, since one may be of a megabyte and others wait meanwhile. */
const SLICE = 50;
/** Places read at once. */
const INDEX_SLICE = 1_000;

/** The verification of a scope. */
export function createVerify(scope: Scope): (session?: SessionId) => Promise<Verification> {
  return async (only) => {
    if (only !== undefined) await ownSession(scope.read, scope.owner, only);
    const all = scope.read
      .selectFrom('sessions')
      .select('id')
      // Written so that no index is asked, which may have lost a session or its id.
      .where(sql`owner || ''`, '=', scope.owner)
      .orderBy(sql`id || ''`);
    const sessions = await (only === undefined ? all : all.where('id', '=', only)).execute();
    const damages: Damage[] = only === undefined ? await damageOutsideSessions(scope) : [];
    let entries = 0;
    for (const { id } of sessions) {
      // Who deletes a session meanwhile has not damaged it, nor who publishes one that was staged: some of it was gone when it was read.
      const { whats, ...checked } = await checkSession(scope, id).catch((error: unknown) => ({ entries: 0, whats: [], error }));
      entries += checked.entries;
      if (whats.length === 0 && !('error' in checked)) continue;
      if (!(await isThere(scope, id))) continue;
      if ('error' in checked) throw checked.error;
      for (const what of whats) damages.push(what);
    }
    return { sessions: sessions.length, entries, damages };
  };
}

/** Everybody who has a session, in one order. */
export async function ownersIn(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('sessions').select('owner').distinct().orderBy('owner').execute();
  return rows.map(({ owner }) => String(owner));
}

const sessionRow = (db: Db, id: SessionId) =>
  db
    .selectFrom('sessions')
    .select(['last_sequence', 'last_event', 'created_at', 'archived_at'])
    .select(({ selectFrom }) =>
      selectFrom('entries')
        .select(({ fn }) => fn.max('entries.sequence').as('last'))
        .whereRef('entries.session', '=', 'sessions.id')
        .as('stored'),
    )
    .select(({ selectFrom }) =>
      selectFrom('events')
        .select(({ fn }) => fn.max('events.sequence').as('last'))
        .whereRef('events.session', '=', 'sessions.id')
        .as('told'),
    )
    .where('id', '=', id)
    .executeTakeFirst();

/** Whether an owner has a session. Asks for what no index has, since that may have lost it. */
async function isThere({ read, owner }: Scope, id: SessionId): Promise<boolean> {
  const found = read
    .selectFrom('sessions')
    .select('created_at')
    .where(sql`id || ''`, '=', id)
    .where(sql`owner || ''`, '=', owner);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Checks a session that may be written meanwhile: what names something is read before what it names. Nothing that a branch, a checkpoint
 * or a fold names is ever taken away, so whatever was there to be named is found later, and what comes behind is not looked at.
 */
async function checkSession(scope: Scope, session: SessionId): Promise<{ entries: number; whats: readonly Damage[] }> {
  const db = scope.read;
  const naming = await readNaming(db, session);
  const row = await sessionRow(db, session);
  const damage = (what: string): Damage => ({ session, sequence: null, what });
  if (row === undefined) return { entries: 0, whats: [damage('it is not found by its id')] };
  const { places, damages } = await checkEntries(db, session, row.last_sequence < 0 ? (row.stored ?? 0) : row.last_sequence);
  const there = Math.max(places.size, row.stored ?? 0);
  if (there !== row.last_sequence) damages.push(damage(`${row.last_sequence} entries were stored, ${there} are there`));
  if ((row.told ?? 0) > row.last_event) damages.push(damage('more happened to it than its count of events says'));
  if (row.archived_at !== null && row.archived_at < row.created_at) damages.push(damage('it was archived before it was made'));
  if (!(await isListed(scope, session))) damages.push(damage('it is not found in the list of sessions'));
  const beside = (await unreadableIn(db, session)).map(({ what }) => what);
  const plans = await wrongPlans(db, session, naming, places);
  return { entries: places.size, whats: [...damages, ...[...faultsOf(naming, places), ...plans, ...beside].map(damage)] };
}

async function checkEntries(db: Db, session: SessionId, last: number) {
  const places = new Map<string, Place>();
  const segments = new Map(
    (await db.selectFrom('segments').selectAll().where('session', '=', session).execute()).map((row) => [row.segment, row]),
  );
  const damages: Damage[] = [];
  let sequence = 0;
  const yieldToOthers = createYield();
  for (;;) {
    const query = db.selectFrom('entries').where('session', '=', session).where('sequence', '>', sequence).orderBy('sequence');
    const next = await query.select(['sequence', messageBytes]).where('sequence', '<=', last).limit(SLICE).execute();
    const through = next[fitAtOnce(next) - 1]?.sequence;
    if (through === undefined) break;
    const rows = await query
      .select(['id', 'parent', 'segment', 'position', 'sequence', 'role', 'message', 'digest'])
      .where('sequence', '<=', through)
      .execute();
    for (const row of rows) {
      await yieldToOthers();
      if (row.sequence !== ++sequence) damages.push({ session, sequence, what: 'an entry is missing' });
      sequence = row.sequence;
      const what = await faultOf(row, { places, segments }, yieldToOthers);
      if (what !== null) damages.push({ session, sequence, what });
      places.set(row.id, { segment: row.segment, position: row.position });
    }
    if (next.length < SLICE && through === next.at(-1)?.sequence) break;
    await nextTurn();
  }
  // Conversations are read by segment and place, from an index of its own.
  let found = 0;
  for (const segment of segments.keys()) {
    for (let position = -1; ; ) {
      const rows = await db
        .selectFrom('entries')
        .select(['id', 'position'])
        .where('session', '=', session)
        .where('segment', '=', segment)
        .where('position', '>', position)
        .orderBy('position')
        .limit(INDEX_SLICE)
        .execute();
      found += rows.filter((row) => places.get(row.id)?.position === row.position).length;
      if (rows.length < INDEX_SLICE) break;
      position = rows.at(-1)?.position ?? position;
      await nextTurn();
    }
  }
  if (found !== places.size) damages.push({ session, sequence: null, what: 'its entries are not found where they stand' });
  return { places, damages };
}

interface Checked extends Place {
  readonly id: string;
  readonly parent: string | null;
  readonly role: string;
  readonly message: string;
  readonly digest: string;
}

type Segment = Selectable<Schema['segments']>;

async function faultOf(
  row: Checked,
  { places, segments }: { readonly places: ReadonlyMap<string, Place>; readonly segments: ReadonlyMap<number, Segment> },
  yieldToOthers: () => Promise<void>,
): Promise<string | null> {
  if (entryDigest(row.id, row.message) !== row.digest) return 'its bytes are not those that were stored';
  await yieldToOthers();
  const isLong = row.message.length > LONG_MESSAGE;
  const message = isLong ? await shownLongMessage(row, yieldToOthers) : readMessage(row.message);
  await yieldToOthers();
  if ((await nameOf(row.parent, message, yieldToOthers)) !== row.id) return 'its id is not the hash of its parent and message';
  if (message.role !== row.role) return 'its role is not that of its message';
  const before = row.parent === null ? null : places.get(row.parent);
  if (before === undefined) return 'its parent is not there';
  if (row.position !== (before?.position ?? -1) + 1) return 'it does not stand behind its parent';
  const segment = segments.get(row.segment);
  if (segment === undefined || row.position < segment.first_position) return 'its segment is not there';
  const isFirst = segment.first_position === row.position;
  const goesOn = isFirst ? segment.parent_segment === (before?.segment ?? null) : before?.segment === row.segment;
  return goesOn ? null : 'its segment does not lead to its parent';
}

/** Lists are read from an index of their own, which may say something else than the session: both are asked at once. */
async function isListed({ read, owner }: Scope, id: SessionId): Promise<boolean> {
  const listed = await read
    .selectFrom('sessions')
    .leftJoin('sessions as listed', (join) =>
      join.onRef('listed.touched', '=', 'sessions.touched').on('listed.owner', '=', owner),
    )
    // Nothing but what the index has, so that it is the index that is read.
    .select(['sessions.archived_at', 'listed.archived_at as listed_archived_at', 'listed.touched as listed'])
    .where('sessions.id', '=', id)
    .execute();
  const [row] = listed;
  return listed.length === 1 && row?.listed !== null && row?.listed_archived_at === row?.archived_at;
}

/** What is damaged outside of sessions: rows that cannot be read, and sessions that nobody sees. */
export async function damageOutsideSessions(scope: Scope): Promise<Damage[]> {
  const rows = await unreadableOwned(scope.system.read, scope.owner);
  const unnamed = await unnamedRows(scope.system.read, scope.owner);
  return [
    ...(await strayedSessions(scope)),
    ...rows.map((row) => ({ ...row, sequence: null })),
    ...unnamed.map(({ what }) => ({ session: null, sequence: null, what })),
  ];
}

/** Sessions that nobody sees, since the name of their owner is this one's but for a bit. */
async function strayedSessions({ system, owner }: Scope): Promise<Damage[]> {
  const rows = await system.read.selectFrom('sessions').select(['id', 'owner']).where('owner', '!=', owner).execute();
  return rows
    .filter((row) => isOneBitAway(String(row.owner), owner))
    .map((row) => ({ session: row.id, sequence: null, what: 'it is hidden: the name of its owner is changed by one bit' }));
}

function isOneBitAway(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  if (a.length !== b.length) return false;
  const changed = a.map((byte, at) => byte ^ (b[at] as number)).filter((bits) => bits !== 0);
  return changed.length === 1 && ((changed[0] as number) & ((changed[0] as number) - 1)) === 0;
}
