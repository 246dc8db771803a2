import type { JsonObject } from '@tenfold/core';
import { type Selectable, sql } from 'kysely';
import { readObject, withFallback } from './column-json.ts';
import { LeaseHeld, LeaseLost } from './error.ts';
import { findRow, listRows, removeRows, updateRows } from './rows.ts';
import type { Db, Schema } from './schema.ts';
import type { Scope } from './scope.ts';

/**
 * The right to do something alone. No clock decides: the holder counts `beat` up, watchers measure with their own
 * monotonic clock how long it has stood still, and may then take it over the exact token and beat they saw.
 */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Fencing token, unique in the store and ever growing. */
  readonly token: number;
  readonly beat: number;
  /** Pid, URL and the like, for whoever finds it. */
  readonly facts: JsonObject;
  /** True after an orderly end. */
  readonly released: boolean;
  readonly acquiredAt: number;
}

/** Leases, over all owners. */
export interface Leases {
  /** Takes a free or released lease, or one that still has the token and beat of `over`; otherwise `LeaseHeld`. */
  acquire(lease: {
    name: string;
    holder: string;
    facts?: JsonObject;
    over?: { token: number; beat: number };
    at: number;
  }): Promise<Lease>;
  /** Counts up, and updates the facts if given. `LeaseLost` when somebody else has it now. */
  beat(name: string, token: number, facts?: JsonObject): Promise<Lease>;
  /** An orderly end. Releasing what is lost does nothing. */
  release(name: string, token: number): Promise<void>;
  /** Shows that a holder is there until its process dies or what this answers is called, so that where that can be seen nobody has to wait for its beat. */
  appear(holder: string): () => void;
  /** Whether nobody can be working under a lease: it ended in order, or its holder is seen not to be there. Of anybody else only the beat tells. */
  isGone(lease: Pick<Lease, 'holder' | 'released'>): boolean;
  get(name: string): Promise<Lease | null>;
  list(): Promise<readonly Lease[]>;
}

/** The leases of a store. */
export function createLeases(scope: Scope): Leases {
  return {
    acquire: ({ name, holder, facts = {}, over, at }) =>
      scope.write(['leases'], async (db) => {
        const newest = await db
          .selectFrom('leases')
          .select((on) => on.fn.max('token').as('token'))
          .executeTakeFirst();
        const last = newest?.token ?? 0;
        const token = last + 1;
        // Every start takes one. The newest stays after its release, so that its token is there to be exceeded.
        await db.deleteFrom('leases').where('released', '=', 1).where('token', '<', last).execute();
        await dropLeft(db, scope, { before: last, at });
        const row = { name, holder, boot: '', token, beat: 0, facts: JSON.stringify(facts), released: 0, acquired_at: at };
        const taken = await db
          .insertInto('leases')
          .values(row)
          .onConflict((on) =>
            on
              .column('name')
              .doUpdateSet(row)
              .where(({ eb, or, and }) => {
                const free = [eb('leases.released', '=', 1)];
                if (over !== undefined) free.push(and([eb('leases.token', '=', over.token), eb('leases.beat', '=', over.beat)]));
                return or(free);
              }),
          )
          .returningAll()
          .executeTakeFirst();
        if (taken !== undefined) return leaseOf(taken);
        const { holder: other = '', token: its = 0, beat = 0 } = (await findRow(db, 'leases', { name })) ?? {};
        throw new LeaseHeld({ name, holder: other, token: its, beat });
      }),
    beat: (name, token, facts) =>
      scope.write(
        [],
        async (db) => {
          const row = await db
            .updateTable('leases')
            .set((on) => ({ beat: on('beat', '+', 1), ...(facts === undefined ? {} : { facts: JSON.stringify(facts) }) }))
            .where('name', '=', name)
            .where('token', '=', token)
            .where('released', '=', 0)
            .returningAll()
            .executeTakeFirst();
          if (row !== undefined) return leaseOf(row);
          const there = await findRow(db, 'leases', { name });
          throw new LeaseLost({ name, token, found: there?.token ?? null, released: there?.released === 1 });
        },
        // A beat that goes with the machine is not missed: so does who made it. The disk is left alone while nothing else happens.
        { flushed: false },
      ),
    release: (name, token) => scope.write([], (db) => updateRows(db, 'leases', { name, token }, { released: 1 })),
    appear: (holder) => scope.presence?.show(holder) ?? (() => {}),
    isGone: ({ holder, released }) => released || scope.presence?.isShown(holder) === false,
    async get(name) {
      const row = await findRow(scope.read, 'leases', { name });
      return row === undefined ? null : leaseOf(row);
    },
    list: async () => (await listRows(scope.read, 'leases', {}, ['token'])).map(leaseOf),
  };
}

/** How long a beat stands still until nobody can be there to go on with it. */
const LEFT_MS = 30 * 86_400_000;

/**
 * Drops leases that were left by a crash and are named after their holder, so that nobody else asks for them. Where only beats tell,
 * it is noted which was seen when, by the clock of the store: in the column for the boot of a machine, by which leases were once told dead.
 */
async function dropLeft(
  db: Db,
  { clock, presence }: Pick<Scope, 'clock' | 'presence'>,
  { before, at }: { before: number; at: number },
): Promise<void> {
  const rows = await db
    .selectFrom('leases')
    .select(['name', 'holder', 'token', 'beat', 'boot', (clock ?? sql<number>`${at}`).as('now')])
    .where('released', '=', 0)
    .where('token', '<', before)
    .execute();
  for (const { name, holder, token, beat, boot, now } of rows) {
    if (!name.endsWith(`:${holder}`)) continue;
    const [, seen, since] = /^(\d+)@(\d+)$/.exec(boot) ?? [];
    const same = { name, token, beat };
    if (presence === null && Number(seen) !== beat) await updateRows(db, 'leases', same, { boot: `${beat}@${now}` });
    else if (presence === null ? now - Number(since) > LEFT_MS : !presence.isShown(holder)) await removeRows(db, 'leases', same);
  }
}

const readFacts = withFallback(readObject, {});

function leaseOf(row: Selectable<Schema['leases']>): Lease {
  return {
    name: row.name,
    holder: row.holder,
    token: row.token,
    beat: row.beat,
    facts: readFacts(row.facts),
    released: row.released === 1,
    acquiredAt: row.acquired_at,
  };
}
