import type { EntryId } from '@tenfold/core';
import { sql } from 'kysely';
import { createAppends } from './append.ts';
import { chainTo, placeOf, type Stretch, stretchesOf } from './chain.ts';
import type { PositionRange } from './context.ts';
import type { Appended, AppendRequest, StoredEntry } from './entry.ts';
import { entriesWith, lostRow, storedEntries, withoutGaps } from './entry-rows.ts';
import { fixedQuery } from './fixed-query.ts';
import { headRow } from './head-rows.ts';
import { ownSession } from './ownership.ts';
import { getRow } from './rows.ts';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';
import type { SessionId } from './session.ts';

/** An entry of some session. */
export interface FoundEntry {
  readonly session: SessionId;
  readonly id: EntryId;
  readonly position: number;
}

/** The append-only record. */
export interface Entries {
  /**
   * Appends at the end of a branch and moves its head. Concurrent appends share one flush.
   * With `expect`, a head that moved is a `Conflict` and the messages are kept as a revision.
   */
  append(request: AppendRequest): Promise<Appended>;
  /** The same only where the session and its branch still are as the caller saw them, by the `end` it gives; null, and nothing written, where not. */
  appendAtEnd(request: AppendRequest): Promise<Appended | null>;
  get(session: SessionId, id: EntryId): Promise<StoredEntry>;
  /** The end of a chain, newest last: up to `limit` (default 50) entries with positions below `before`. */
  page(session: SessionId, page?: { branch?: string; before?: number; limit?: number }): Promise<readonly StoredEntry[]>;
  /** Entries `from` to `to` (positions, both included) of the chain that ends at `end`. */
  range(session: SessionId, end: EntryId, from: number, to: number): Promise<readonly StoredEntry[]>;
  /** Where the newest known of these ids stands, which are a chain from its first entry on, in each session that has it: the way to find what is being resent. */
  find(ids: readonly EntryId[]): Promise<readonly FoundEntry[]>;
  /** Which of these idempotency keys have been used: what was sent under them is in the record. */
  appended(session: SessionId, keys: readonly string[]): Promise<readonly string[]>;
}

/** Ids a statement looks for. */
const AT_ONCE = 500;
/** Sessions that share an opening are told of up to this many. */
const MAX_FOUND = 20;

const wholeEntries = entriesWith([
  'number',
  'session',
  'id',
  'parent',
  'segment',
  'position',
  'sequence',
  'role',
  'message',
  'digest',
  'unit_start',
  'input_tokens',
  'output_tokens',
  'counted_tokens',
  'created_at',
]);

const openedBy = fixedQuery((db, { id, owner }: { id: EntryId; owner: string }) =>
  db
    .selectFrom('entries')
    .innerJoin('sessions', 'sessions.id', 'entries.session')
    .select('session')
    .where('entries.id', '=', id)
    .where('position', '=', sql.lit(0))
    .where('owner', '=', owner),
);

/** Entries of a chain. Where one is not found, what says so stands in its place. */
async function between(
  db: Db,
  session: SessionId,
  chain: readonly Stretch[],
  from: number,
  to: number,
): Promise<readonly StoredEntry[]> {
  const stretches = stretchesOf(chain, from, to);
  const rows = await wholeEntries(db, session, stretches);
  const lost = (position: number) => ({ ...LOST, ...lostRow(position), session });
  const places = stretches.map(({ from, to }): PositionRange => [from, to]);
  return storedEntries(withoutGaps(rows, places, lost));
}

/** What is not known of an entry that is lost. */
const LOST = {
  number: 0,
  parent: null,
  segment: 0,
  sequence: 0,
  digest: '',
  unit_start: null,
  input_tokens: null,
  output_tokens: null,
  created_at: 0,
};

/** The entries of a scope. */
export function createEntries(scope: Scope): Entries {
  return {
    ...createAppends(scope),
    async get(session, id) {
      await ownSession(scope.read, scope.owner, session);
      const [entry] = await storedEntries([await getRow(scope.read, 'entries', 'entry', { session, id })]);
      return entry as StoredEntry;
    },
    async page(session, { branch = 'main', before, limit = 50 } = {}) {
      const { segment, length } = await headRow(scope.read, scope.owner, session, branch);
      const end = Math.min(before ?? length, length);
      const chain = await chainTo(scope.read, session, segment === null ? null : { segment, position: length - 1 });
      return between(scope.read, session, chain, Math.max(0, end - limit), end - 1);
    },
    async range(session, end, from, to) {
      await ownSession(scope.read, scope.owner, session);
      const chain = await chainTo(scope.read, session, await placeOf(scope.read, session, end));
      return between(scope.read, session, chain, from, to);
    },
    async find(ids) {
      // Whoever has one of them has the first, and an index has those of all sessions.
      const sharing = await openedBy(scope.read, { id: ids[0] ?? '', owner: scope.owner });
      const sessions = sharing.map(({ session }) => session);
      for (let end = sessions.length === 0 ? 0 : ids.length; end > 0; end -= AT_ONCE) {
        const rows = await scope.read
          .selectFrom('entries')
          .select(['session', 'id', 'position'])
          .where('session', 'in', sessions)
          .where('id', 'in', ids.slice(Math.max(0, end - AT_ONCE), end))
          .orderBy('position', 'desc')
          .orderBy('number', 'desc')
          .limit(MAX_FOUND)
          .execute();
        const newest = rows[0]?.position;
        if (newest !== undefined) return rows.filter(({ position }) => position === newest);
      }
      return [];
    },
    async appended(session, keys) {
      await ownSession(scope.read, scope.owner, session);
      if (keys.length === 0) return [];
      const used = scope.read.selectFrom('append_keys').select('key').where('session', '=', session).where('key', 'in', keys);
      return (await used.execute()).map(({ key }) => key);
    },
  };
}
