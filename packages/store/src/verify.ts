import { setImmediate as nextTurn } from 'node:timers/promises';
import { entryId } from '@tenfold/core';
import { type Selectable, sql } from 'kysely';
import { entryDigest } from './appending.ts';
import type { Place } from './chain.ts';
import { readFold, readHead, readJson, readMessage, readTexts } from './column-json.ts';
import { ownSession } from './ownership.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';
import { sha256 } from './sha256.ts';

/** Something stored that does not match its hash or its place. */
export interface Damage {
  readonly session: SessionId;
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
export function verifyOn(scope: Scope): (session?: SessionId) => Promise<Verification> {
  return async (only) => {
    if (only !== undefined) await ownSession(scope.read, scope.owner, only);
    const all = scope.read
      .selectFrom('sessions')
      .select(['id', 'last_sequence', 'branch', 'created_at', 'archived_at'])
      // Written so that no index is asked, which may have lost a session.
      .where(sql`owner || ''`, '=', scope.owner)
      .orderBy('id');
    const sessions = await (only === undefined ? all : all.where('id', '=', only)).execute();
    const damages: Damage[] = only === undefined ? await strayedSessions(scope) : [];
    let entries = 0;
    for (const session of sessions) {
      const checked = await checkSession(scope.read, session.id);
      entries += checked.places.size;
      damages.push(...checked.damages);
      if (checked.places.size !== session.last_sequence) {
        const what = `${session.last_sequence} entries were stored, ${checked.places.size} are there`;
        damages.push({ session: session.id, sequence: null, what });
      }
      if (session.archived_at !== null && session.archived_at < session.created_at)
        damages.push({ session: session.id, sequence: null, what: 'it was archived before it was made' });
      if (!(await isListed(scope, session.id)))
        damages.push({ session: session.id, sequence: null, what: 'it is not found in the list of sessions' });
      damages.push(...(await checkHeads(scope.read, session, checked.places)));
    }
    return { sessions: sessions.length, entries, damages };
  };
}

async function checkSession(db: Db, session: SessionId): Promise<{ places: ReadonlyMap<string, Place>; damages: Damage[] }> {
  const places = new Map<string, Place>();
  const segments = new Map(
    (await db.selectFrom('segments').selectAll().where('session', '=', session).execute()).map((row) => [row.segment, row]),
  );
  const damages: Damage[] = [];
  let sequence = 0;
  for (;;) {
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'parent', 'segment', 'position', 'sequence', 'role', 'message', 'digest'])
      .where('session', '=', session)
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(SLICE)
      .execute();
    for (const row of rows) {
      if (row.sequence !== ++sequence) damages.push({ session, sequence, what: 'an entry is missing' });
      sequence = row.sequence;
      const what = faultOf(row, places, segments);
      if (what !== null) damages.push({ session, sequence, what });
      places.set(row.id, { segment: row.segment, position: row.position });
    }
    if (rows.length < SLICE) break;
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

function faultOf(row: Checked, places: ReadonlyMap<string, Place>, segments: ReadonlyMap<number, Segment>): string | null {
  if (entryDigest(row.id, row.message) !== row.digest) return 'its bytes are not those that were stored';
  const message = readMessage(row.message);
  if (entryId(row.parent, message, sha256) !== row.id) return 'its id is not the hash of its parent and message';
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

/** Lists are read from an index of their own, which may say something else than the session. */
async function isListed({ read, owner }: Scope, id: SessionId): Promise<boolean> {
  const session = await read.selectFrom('sessions').select(['touched', 'archived_at']).where('id', '=', id).executeTakeFirst();
  const listed = await read
    .selectFrom('sessions')
    .select('archived_at')
    .where('owner', '=', owner)
    .where('touched', '=', session?.touched ?? -1)
    .execute();
  return listed.length === 1 && listed[0]?.archived_at === session?.archived_at;
}

/** Sessions that nobody sees, since the name of their owner is this one's but for a bit. */
export async function strayedSessions({ system, owner }: Scope): Promise<Damage[]> {
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

async function checkHeads(
  db: Db,
  { id: session, branch: current }: { readonly id: SessionId; readonly branch: string },
  places: ReadonlyMap<string, Place>,
): Promise<Damage[]> {
  const rows = await db
    .selectFrom('heads')
    .leftJoin('entries', (join) => join.onRef('entries.session', '=', 'heads.session').onRef('entries.id', '=', 'heads.position'))
    .select([
      'heads.branch',
      'heads.length',
      'heads.position as end',
      'heads.segment',
      'entries.position',
      'entries.segment as end_segment',
    ])
    .select(['heads.folds', 'heads.protected', 'heads.settings', 'heads.plan'])
    .where('heads.session', '=', session)
    .execute();
  const folds = await db.selectFrom('folds').select(['id', 'run', 'kind', 'body']).where('session', '=', session).execute();
  const checkpoints = await db.selectFrom('checkpoints').select(['id', 'head', 'tags']).where('session', '=', session).execute();
  const told = (what: string): Damage => ({ session, sequence: null, what });
  const known = new Set(folds.map(({ id }) => id));
  return [
    ...(rows.some(({ branch }) => branch === current) ? [] : [told('the branch it goes on is not there')]),
    ...rows
      .filter((row) => !(readable(readTexts, row.folds) ?? []).every((id) => known.has(id)))
      .map(({ branch }) => told(`branch ${branch} names a fold that is not there`)),
    ...rows
      .filter((row) => (row.end === null ? row.length !== 0 : row.position !== row.length - 1 || row.segment !== row.end_segment))
      .map(({ branch }) => told(`branch ${branch} does not end where it says`)),
    ...rows
      .filter((row) => ![row.folds, row.protected, row.settings, row.plan].every(isJson))
      .map(({ branch }) => told(`branch ${branch} cannot be read`)),
    ...folds.filter((row) => !isFold(row, places)).map(({ id }) => told(`fold ${id} cannot be read, or is not what was stored`)),
    ...checkpoints
      .filter(({ head, tags }) => !isJson(tags) || !isHead(head, places, known))
      .map(({ id }) => told(`checkpoint ${id} cannot be read, or names what is not there`)),
  ];
}

/** Whether a fold is the one its row says, and stands for entries that are there. */
function isFold(row: { id: string; run: string; kind: string; body: string }, places: ReadonlyMap<string, Place>): boolean {
  const fold = readable(readFold, row.body);
  if (fold === null) return false;
  const { id, run, kind, target } = fold;
  const ends = target?.kind === 'span' ? [target.from, target.to] : [target?.entry];
  return id === row.id && run === row.run && kind === row.kind && ends.every((entry) => places.has(entry as string));
}

function isHead(text: string, places: ReadonlyMap<string, Place>, folds: ReadonlySet<string>): boolean {
  const head = readable(readHead, text);
  if (head === null) return false;
  const { position, folds: active, protected: kept } = head;
  return (position === null || places.has(position)) && active.every((id) => folds.has(id)) && kept.every((id) => places.has(id));
}

/** Whether a text is JSON at all. */
export function isJson(text: string): boolean {
  return readable(readJson, text) !== null || text === 'null';
}

function readable<T>(read: (text: string) => T, text: string): T | null {
  try {
    return read(text);
  } catch {
    return null;
  }
}
