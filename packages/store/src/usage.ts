import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import type { Scope } from './scope.ts';

/** What somebody has used. */
export interface Usage {
  /** Notes tokens that models were sent and gave. They stay noted when the conversation goes. */
  spend(tokens: number, at: number): Promise<void>;
  /** Tokens spent since a time, to the hour. */
  tokensSince(at: number): Promise<number>;
  /** Bytes of what one has said, kept and set. */
  bytes(): Promise<number>;
  /** Both of everybody who has any, the tokens since a time. */
  byOwner(since: number): Promise<readonly { readonly owner: string; readonly bytes: number; readonly tokens: number }[]>;
}

const HOUR_MS = 3_600_000;
/** What is older is asked for by nobody. */
const MAX_HOURS = 48;

/** What a scope has used. Bytes are counted by reading what there is, so they are for now and then. */
export function createUsage(scope: Scope): Usage {
  const { owner } = scope;
  return {
    async spend(tokens, at) {
      const hour = hourOf(at);
      await scope.write([], async (db) => {
        await db
          .insertInto('spent_tokens')
          .values({ owner, hour, tokens })
          .onConflict((on) => on.columns(['owner', 'hour']).doUpdateSet({ tokens: sql`spent_tokens.tokens + ${tokens}` }))
          .execute();
        await db
          .deleteFrom('spent_tokens')
          .where('owner', '=', owner)
          .where('hour', '<', hour - MAX_HOURS * HOUR_MS)
          .execute();
      });
    },
    async tokensSince(at) {
      const { tokens } = await scope.read
        .selectFrom('spent_tokens')
        .select(sumOf(sql`tokens`).as('tokens'))
        .where('owner', '=', owner)
        .where('hour', '>=', hourOf(at))
        .executeTakeFirstOrThrow();
      return tokens;
    },
    async bytes() {
      const said = await entryBytes(scope, scope.read, owner);
      const { bytes } = await otherBytes(scope.read)
        .where('owner', '=', owner)
        .select(sumOf(sql`bytes`).as('bytes'))
        .executeTakeFirstOrThrow();
      return (said.get(owner) ?? 0) + bytes;
    },
    async byOwner(since) {
      const { read } = scope.system;
      const said = await entryBytes(scope, read);
      const spent = read
        .selectFrom('spent_tokens')
        .select(['owner', sql<number>`0`.as('bytes'), 'tokens'])
        .where('hour', '>=', hourOf(since));
      const kept = otherBytes(read).select(['owner', 'bytes', sql<number>`0`.as('tokens')]);
      const rows = await read
        .selectFrom(kept.unionAll(spent).as('used'))
        .select(['owner', sumOf(sql`bytes`).as('bytes'), sumOf(sql`tokens`).as('tokens')])
        .groupBy('owner')
        .execute();
      const others = [...said.keys()].filter((each) => rows.every(({ owner }) => owner !== each));
      return [...rows, ...others.map((owner) => ({ owner, bytes: 0, tokens: 0 }))].map((used) => ({
        ...used,
        bytes: used.bytes + (said.get(used.owner) ?? 0),
      }));
    },
  };
}

/** Entries whose sizes are summed up in one go. */
const AT_ONCE = 8_192;

/** Bytes of what each has said. Where this thread itself reads, others have their turn after some thousand entries. */
async function entryBytes({ clock }: Scope, read: Db, owner?: string): Promise<ReadonlyMap<string, number>> {
  const isReadHere = clock === null;
  const sums = new Map<string, number>();
  const last = isReadHere
    ? await read
        .selectFrom('entries')
        .select(({ fn }) => fn.max('number').as('number'))
        .executeTakeFirst()
    : null;
  for (let from = 0; from === 0 || from < (last?.number ?? 0); from += AT_ONCE) {
    const rows = await read
      .selectFrom('entries')
      .innerJoin('sessions', 'sessions.id', 'entries.session')
      .select(['sessions.owner', sumOf(sizeOf('entries.message')).as('bytes')])
      .$if(isReadHere, (all) => all.where('entries.number', '>', from).where('entries.number', '<=', from + AT_ONCE))
      .$if(owner !== undefined, (all) => all.where('sessions.owner', '=', owner as string))
      .groupBy('sessions.owner')
      .execute();
    for (const { owner: whose, bytes } of rows) sums.set(whose, (sums.get(whose) ?? 0) + bytes);
    await nextTurn();
  }
  return sums;
}

/** Everything else with an owner that grows with what people do, with its size. */
function otherBytes(db: Db) {
  const size = (column: string) => sizeOf(column).as('bytes');
  return db.selectFrom(
    db
      .selectFrom('answers')
      .select(['owner', size('text')])
      .unionAll(db.selectFrom('presets').select(['owner', size('config')]))
      .unionAll(db.selectFrom('sessions').select(['owner', sql<number>`${sql.lit(SESSION_BYTES)}`.as('bytes')]))
      // Words that came too late, and those that wait, are somebody's like all others.
      .unionAll(
        db
          .selectFrom('revisions')
          .innerJoin('sessions', 'sessions.id', 'revisions.session')
          .select(['sessions.owner', size('revisions.content')]),
      )
      .unionAll(
        db
          .selectFrom('pending_answers')
          .innerJoin('sessions', 'sessions.id', 'pending_answers.session')
          .select(['sessions.owner', size('pending_answers.message')]),
      )
      // What belongs to a home nobody has set.
      .unionAll(
        db
          .selectFrom('settings')
          .select(['owner', size('value')])
          .where('scope', '!=', 'home'),
      )
      .as('kept'),
  );
}

/** What a conversation takes in which nothing was said, about. */
const SESSION_BYTES = 1_000;

function sizeOf(column: string) {
  return sql<number>`octet_length(${sql.ref(column)})`;
}

function sumOf(what: ReturnType<typeof sql>) {
  return sql<number>`cast(coalesce(sum(${what}), 0) as bigint)`;
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}
