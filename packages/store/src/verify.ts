import { entryId, type Message } from '@tenfold/core';
import type { Selectable } from 'kysely';
import { entryDigest } from './appending.ts';
import type { Place } from './chain.ts';
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

/** The verification of a scope. */
export function verifyOn(scope: Scope): (session?: SessionId) => Promise<Verification> {
  return async (only) => {
    if (only !== undefined) await ownSession(scope.read, scope.owner, only);
    const all = scope.read
      .selectFrom('sessions')
      .select(['id', 'last_sequence'])
      .where('owner', '=', scope.owner)
      .orderBy('touched');
    const sessions = await (only === undefined ? all : all.where('id', '=', only)).execute();
    const damages: Damage[] = [];
    let entries = 0;
    for (const session of sessions) {
      const checked = await checkSession(scope.read, session.id);
      entries += checked.entries;
      damages.push(...checked.damages);
      if (checked.entries !== session.last_sequence) {
        const what = `${session.last_sequence} entries were stored, ${checked.entries} are there`;
        damages.push({ session: session.id, sequence: null, what });
      }
      damages.push(...(await checkHeads(scope.read, session.id)));
    }
    return { sessions: sessions.length, entries, damages };
  };
}

async function checkSession(db: Db, session: SessionId): Promise<{ entries: number; damages: Damage[] }> {
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
    if (rows.length < SLICE) return { entries: places.size, damages };
    await new Promise((next) => setImmediate(next));
  }
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
  const message = JSON.parse(row.message) as Message;
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

async function checkHeads(db: Db, session: SessionId): Promise<Damage[]> {
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
  const folds = await db.selectFrom('folds').select(['id', 'body']).where('session', '=', session).execute();
  const told = (what: string): Damage => ({ session, sequence: null, what });
  return [
    ...rows
      .filter((row) => (row.end === null ? row.length !== 0 : row.position !== row.length - 1 || row.segment !== row.end_segment))
      .map(({ branch }) => told(`branch ${branch} does not end where it says`)),
    ...rows
      .filter((row) => ![row.folds, row.protected, row.settings, row.plan].every(isJson))
      .map(({ branch }) => told(`branch ${branch} cannot be read`)),
    ...folds.filter(({ body }) => !isJson(body)).map(({ id }) => told(`fold ${id} cannot be read`)),
  ];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
