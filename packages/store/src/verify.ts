import { entryId, type Message } from '@tenfold/core';
import { entryDigest } from './appending.ts';
import { ownSession } from './ownership.ts';
import type { Db } from './schema.ts';
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

/** Entries read at once. */
const SLICE = 500;

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
  const positions = new Map<string, number>();
  const damages: Damage[] = [];
  let sequence = 0;
  for (;;) {
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'parent', 'position', 'sequence', 'message', 'digest'])
      .where('session', '=', session)
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(SLICE)
      .execute();
    for (const row of rows) {
      if (row.sequence !== ++sequence) damages.push({ session, sequence, what: 'an entry is missing' });
      sequence = row.sequence;
      const what = faultOf(row, positions);
      if (what !== null) damages.push({ session, sequence, what });
      positions.set(row.id, row.position);
    }
    if (rows.length < SLICE) return { entries: positions.size, damages };
    await new Promise((next) => setImmediate(next));
  }
}

interface Checked {
  readonly id: string;
  readonly parent: string | null;
  readonly position: number;
  readonly message: string;
  readonly digest: string;
}

function faultOf(row: Checked, positions: ReadonlyMap<string, number>): string | null {
  if (entryDigest(row.id, row.message) !== row.digest) return 'its bytes are not those that were stored';
  if (entryId(row.parent, JSON.parse(row.message) as Message, sha256) !== row.id)
    return 'its id is not the hash of its parent and message';
  const before = row.parent === null ? -1 : positions.get(row.parent);
  if (before === undefined) return 'its parent is not there';
  return row.position === before + 1 ? null : 'it does not stand behind its parent';
}

async function checkHeads(db: Db, session: SessionId): Promise<Damage[]> {
  const rows = await db
    .selectFrom('heads')
    .leftJoin('entries', (join) => join.onRef('entries.session', '=', 'heads.session').onRef('entries.id', '=', 'heads.position'))
    .select(['heads.branch', 'heads.length', 'heads.position as end', 'entries.position'])
    .where('heads.session', '=', session)
    .execute();
  return rows
    .filter((row) => (row.end === null ? row.length !== 0 : row.position !== row.length - 1))
    .map((row) => ({ session, sequence: null, what: `branch ${row.branch} does not end where it says` }));
}
